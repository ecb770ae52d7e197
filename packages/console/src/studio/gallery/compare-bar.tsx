import { Button, Group, Text } from '@mantine/core';

interface CompareBarProps {
  readonly count: number;
  readonly onCompare: () => void;
  readonly onClear: () => void;
}

export function CompareBar({ count, onCompare, onClear }: CompareBarProps) {
  if (count === 0) return null;
  return (
    <Group gap="xs" role="status">
      <Text size="sm">{count === 1 ? 'Choose up to three more' : `${count} chosen`}</Text>
      <Button size="xs" disabled={count < 2} onClick={onCompare}>
        Compare
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </Group>
  );
}
