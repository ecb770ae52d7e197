import { Button, Group, Text } from '@mantine/core';

interface MoreButtonProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** Read out whenever it changes. */
  readonly shown: string;
  readonly label?: string;
}

/** How much of a list is shown, and the way to more of it. */
export function MoreButton({ query, shown, label = 'Show more' }: MoreButtonProps) {
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {shown}
      </Text>
      {query.hasNextPage && (
        <Button
          variant="default"
          size="sm"
          loading={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          {label}
        </Button>
      )}
    </Group>
  );
}
