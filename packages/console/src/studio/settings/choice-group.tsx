import { Text } from '@mantine/core';
import { Lock } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';
import classes from './choice-group.module.css';

interface Choice<Value> {
  readonly value: Value;
  readonly name: string;
  readonly content?: ReactNode;
  /** What is said of it below its name. A group with notes is a list, which scrolls when it is long. */
  readonly note?: ReactNode;
  /** A word below its name. */
  readonly mark?: string | undefined;
  /** What would allow it; it is shown and cannot be chosen. */
  readonly lockedBy?: string | undefined;
  /** What of a lock is wanted, as the page of prices names it: pressing the tile leads there. */
  readonly wanted?: string | undefined;
  /** It cannot be chosen, for the reason in its note. */
  readonly isOff?: boolean;
}

interface ChoiceGroupProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly columns: number;
  /** One low row without its label; of choices with icons only the chosen one has its name. */
  readonly isCompact?: boolean;
  readonly onChange: (value: Value) => void;
}

/**
 * A few choices, of which one is made: tiles over the browser's own radio buttons, which are one stop of the Tab key
 * together and follow the arrow keys past what is locked.
 */
export function ChoiceGroup<Value extends string | number>(props: ChoiceGroupProps<Value>) {
  const { label, value, choices, columns, isCompact = false, onChange } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice may be out of sight in a list that scrolls.
  useEffect(() => showChecked(list.current), [value]);
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      data-compact={isCompact || undefined}
      className={classes.group}
    >
      <div className={classes.label} id={id}>
        {label}
      </div>
      <div
        ref={list}
        className={classes.choices}
        style={{ '--columns': columns } as CSSProperties}
        data-noted={choices.some(({ note }) => note !== undefined) || undefined}
      >
        {choices.map(({ value: one, name, content, note, mark, lockedBy, wanted, isOff = false }, at) => (
          <label key={String(one)} className={classes.choice}>
            <input
              type="radio"
              className={classes.radio}
              name={id}
              value={one}
              checked={one === value}
              disabled={isOff || lockedBy !== undefined}
              aria-label={lockedBy === undefined ? name : `${name}: ${lockedBy} only`}
              aria-describedby={note === undefined && mark === undefined ? undefined : `${id}-${at}`}
              onChange={() => onChange(one)}
            />
            {content}
            <span className={classes.name}>{name}</span>
            {note !== undefined && (
              <span className={classes.note} id={`${id}-${at}`}>
                {note}
              </span>
            )}
            {mark !== undefined && (
              <span className={classes.mark} id={`${id}-${at}`}>
                {mark}
              </span>
            )}
            {lockedBy !== undefined && (
              <Text component="span" className={classes.locked}>
                <Lock size={11} aria-hidden="true" /> {lockedBy}
              </Text>
            )}
            {lockedBy !== undefined && wanted !== undefined && <LockLink wanted={wanted} />}
          </label>
        ))}
      </div>
    </div>
  );
}

/**
 * Over a locked tile, for the mouse and the thumb: the group stays one stop of the Tab key, and what follows it has the same link
 * for the keyboard.
 */
function LockLink({ wanted }: { readonly wanted: string }) {
  return (
    <Link
      to={`/pricing?${new URLSearchParams({ want: wanted })}`}
      className={classes.unlock}
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

/** Scrolls the list alone: `scrollIntoView` would move the page too. */
function showChecked(list: HTMLElement | null): void {
  const checked = list?.querySelector<HTMLElement>('label:has(:checked)');
  if (list == null || checked == null) return;
  const { offsetTop: top, offsetHeight: height } = checked;
  const lowest = Math.min(list.scrollTop, top);
  list.scrollTop = Math.max(lowest, top + height - list.clientHeight);
}
