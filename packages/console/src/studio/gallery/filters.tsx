import { Group, NativeSelect } from '@mantine/core';
import { useId } from 'react';
import type { JobFilter } from '../jobs/job-calls.ts';
import classes from './filters.module.css';

interface FiltersProps {
  readonly filter: JobFilter;
  readonly onChange: (changed: Partial<JobFilter>) => void;
}

const ALL = 'all';
const MEDIA = [
  { value: ALL, label: 'All' },
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
];
const STATES = [
  { value: ALL, label: 'Any state' },
  { value: 'queued', label: 'Waiting' },
  { value: 'generating', label: 'Being made' },
  { value: 'completed', label: 'Ready' },
  { value: 'failed', label: 'Failed' },
  { value: 'blocked', label: 'Blocked' },
];

export function Filters({ filter, onChange }: FiltersProps) {
  const name = useId();
  return (
    <Group gap="xs" wrap="nowrap">
      <div className={classes.media} role="radiogroup" aria-label="Kind of your jobs">
        {MEDIA.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              checked={value === (filter.medium ?? ALL)}
              onChange={() => onChange({ medium: chosen<JobFilter['medium']>(value) })}
            />
            {label}
          </label>
        ))}
      </div>
      <NativeSelect
        aria-label="State of your jobs"
        data={STATES}
        value={filter.status ?? ALL}
        onChange={({ currentTarget }) =>
          onChange({ status: chosen<JobFilter['status']>(currentTarget.value) })
        }
      />
    </Group>
  );
}

const chosen = <Value,>(value: string): Value => (value === ALL ? undefined : value) as Value;
