import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Rows } from '../../frame/rows.tsx';

interface PagedListProps<Page, Item> {
  readonly path: string;
  readonly label: string;
  readonly itemsOf: (page: Page) => readonly Item[];
  readonly row: (item: Item) => ReactNode;
  readonly keyOf: (item: Item) => string;
  readonly empty: string;
}

/** A list in pages of ten, newest first. */
export function PagedList<Page extends { readonly next_cursor?: string | undefined }, Item>({
  path,
  label,
  itemsOf,
  row,
  keyOf,
  empty,
}: PagedListProps<Page, Item>) {
  const pages = useInfiniteQuery({
    queryKey: ['payments', path],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      callConsole<Page>(`${path}?limit=10${pageParam === '' ? '' : `&cursor=${pageParam}`}`, { signal }),
    getNextPageParam: (last) => last.next_cursor,
  });
  if (pages.data === undefined) {
    if (pages.error !== null) return <Failure error={pages.error} onRetry={() => void pages.refetch()} />;
    return <Skeleton height={60} role="status" aria-label="Loading" />;
  }
  const items = pages.data.pages.flatMap(itemsOf);
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      <Rows label={label}>
        {items.map((item) => (
          <Fragment key={keyOf(item)}>{row(item)}</Fragment>
        ))}
      </Rows>
      {pages.hasNextPage && (
        <Group>
          <Button
            variant="default"
            size="xs"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show more
          </Button>
        </Group>
      )}
    </Stack>
  );
}
