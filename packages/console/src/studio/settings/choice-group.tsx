import { Input, Radio, Text } from '@mantine/core';
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

/** A few choices, of which one is made: a radio group of tiles. */
export function ChoiceGroup<Value extends string | number>(props: ChoiceGroupProps<Value>) {
  const { label, value, choices, columns, onChange } = props;
  const id = useId();
  const choose = (chosen: string): void => {
    const choice = choices.find((one) => String(one.value) === chosen);
    if (choice !== undefined) onChange(choice.value);
  };
  return (
    <div>
      <Input.Label id={id} mb={6}>
        {label}
      </Input.Label>
      <Radio.Group aria-labelledby={id} value={String(value)} onChange={choose}>
        <div className={classes.choices} style={{ '--columns': columns } as CSSProperties}>
          {choices.map(({ value: one, name, content, lockedBy }) => (
            <Radio.Card
              key={String(one)}
              value={String(one)}
              className={classes.choice}
              disabled={lockedBy !== undefined}
              aria-label={lockedBy === undefined ? name : `${name}: ${lockedBy} only`}
            >
              {content}
              <span>{name}</span>
              {lockedBy !== undefined && (
                <Text component="span" className={classes.locked}>
                  <Lock size={11} aria-hidden="true" /> {lockedBy}
                </Text>
              )}
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
    </div>
  );
}
