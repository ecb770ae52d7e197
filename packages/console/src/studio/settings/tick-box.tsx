import type { ReactNode, Ref } from 'react';
import classes from './tick-box.module.css';

interface TickBoxProps {
  readonly label: string;
  readonly note?: ReactNode;
  readonly isSwitch?: boolean;
  readonly isChecked: boolean;
  readonly isDisabled?: boolean;
  readonly field?: Ref<HTMLInputElement>;
  readonly onChange: (isChecked: boolean) => void;
}

/** Something that is so or not, as the browser's own box. */
export function TickBox({ label, note, isSwitch = false, isChecked, field, ...rest }: TickBoxProps) {
  const { isDisabled = false, onChange } = rest;
  return (
    <label className={classes.tick}>
      <input
        ref={field}
        type="checkbox"
        {...(isSwitch && { role: 'switch', 'aria-checked': isChecked })}
        checked={isChecked}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        {label}
        {note !== undefined && <span className={classes.note}> {note}</span>}
      </span>
    </label>
  );
}
