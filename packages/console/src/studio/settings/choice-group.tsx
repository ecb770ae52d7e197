import { Text } from '@mantine/core';
import { Lock } from 'lucide-react';
import { type CSSProperties, type ReactNode, useId } from 'react';
import classes from './choice-group.module.css';

interface Choice<Value> {
  readonly value: Value;
  readonly name: string;
  readonly content?: ReactNode;
  /** What would allow it; it is shown and cannot be chosen. */
  readonly lockedBy?: string | undefined;
}

interface ChoiceGroupProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly columns: number;
  readonly onChange: (value: Value) => void;
}

/**
 * A few choices, of which one is made: tiles over the browser's own radio buttons, which are one stop of the Tab key
 * together and follow the arrow keys past what is locked.
 */
export function ChoiceGroup<Value extends string | number>(props: ChoiceGroupProps<Value>) {
  const { label, value, choices, columns, onChange } = props;
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <div className={classes.label} id={id}>
        {label}
      </div>
      <div className={classes.choices} style={{ '--columns': columns } as CSSProperties}>
        {choices.map(({ value: one, name, content, lockedBy }) => (
          <label key={String(one)} className={classes.choice}>
            <input
              type="radio"
              className={classes.radio}
              name={id}
              value={one}
              checked={one === value}
              disabled={lockedBy !== undefined}
              aria-label={lockedBy === undefined ? name : `${name}: ${lockedBy} only`}
              onChange={() => onChange(one)}
            />
            {content}
            <span>{name}</span>
            {lockedBy !== undefined && (
              <Text component="span" className={classes.locked}>
                <Lock size={11} aria-hidden="true" /> {lockedBy}
              </Text>
            )}
          </label>
        ))}
      </div>
    </div>
  );
}
