import { Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dateFormat } from '../../value/date-format.ts';

interface ExpiryFieldProps {
  /** What the key has now; undefined for a new key. */
  readonly now?: string | null;
  /** Undefined for what it has now. */
  readonly onChange: (expiresAt: string | null | undefined) => void;
  readonly error?: string | undefined;
}

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const DAY = dateFormat({ dateStyle: 'medium' });

/** When a key stops working: never, after a time, or at the end of a day. */
export function ExpiryField({ now, onChange, error }: ExpiryFieldProps) {
  const hasKept = now !== undefined && now !== null;
  const [choice, setChoice] = useState(hasKept ? 'keep' : 'never');
  const [day, setDay] = useState('');
  const choose = (next: string) => {
    setChoice(next);
    if (next === 'keep') onChange(undefined);
    else if (next === 'never') onChange(null);
    else if (next === 'day') onChange(endOf(day));
    else onChange(inDays(Number(next)));
  };
  return (
    <Group align="flex-end" gap="sm" grow>
      <Select
        label="Expires"
        data={[
          ...(hasKept ? [{ value: 'keep', label: `Unchanged: ${DAY.format(new Date(now))}` }] : []),
          { value: 'never', label: 'Never' },
          { value: '30', label: 'In 30 days' },
          { value: '90', label: 'In 90 days' },
          { value: '365', label: 'In a year' },
          { value: 'day', label: 'On a day…' },
        ]}
        value={choice}
        allowDeselect={false}
        onChange={(value) => choose(value ?? 'never')}
        error={choice === 'day' ? undefined : error}
      />
      {choice === 'day' && (
        <TextInput
          type="date"
          // With it, browsers take years of four digits only; without, six, which no interface has.
          max="9999-12-30"
          label="Last day"
          required
          value={day}
          onChange={({ currentTarget }) => {
            setDay(currentTarget.value);
            onChange(endOf(currentTarget.value));
          }}
          error={error}
        />
      )}
    </Group>
  );
}

/** The end of a day such as `2027-03-14` in the reader's zone; undefined before one is chosen. */
function endOf(day: string): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(year, month - 1, date + 1).toISOString();
}
