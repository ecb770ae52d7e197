import { Group, NativeSelect, SegmentedControl } from '@mantine/core';
import type { JobFilter } from '../jobs/job-calls.ts';

interface FiltersProps {
  readonly filter: JobFilter;
  readonly onChange: (filter: JobFilter) => void;
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
  return (
    <Group gap="xs" maw="100%">
      <SegmentedControl
        aria-label="Kind of your jobs"
        data={MEDIA}
        value={filter.medium ?? ALL}
        onChange={(medium) => onChange({ ...filter, medium: chosen<JobFilter['medium']>(medium) })}
      />
      <NativeSelect
        aria-label="State of your jobs"
        data={STATES}
        value={filter.status ?? ALL}
        onChange={({ currentTarget }) =>
          onChange({ ...filter, status: chosen<JobFilter['status']>(currentTarget.value) })
        }
      />
    </Group>
  );
}

const chosen = <Value,>(value: string): Value => (value === ALL ? undefined : value) as Value;
