import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Row, Rows } from '../../frame/rows.tsx';
import { Time } from '../../value/time.tsx';
import { isWarning, nameEvent } from './event-names.ts';
import { eventsKey, readEvents } from './security-query.ts';

/** What happened to the account, newest first. */
export function EventsPanel() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: eventsKey,
    queryFn: ({ pageParam, signal }) => readEvents(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Panel title="Recent events" lead="What happened to your account, and from which network.">
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={64} />}
      {events.length > 0 && (
        <Rows label="Recent events">
          {events.map(({ id, at, kind, network, details }) => (
            <Row key={id}>
              <Text {...(isWarning(kind) && { c: 'red' })}>{nameEvent({ kind, details })}</Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                <Time at={at} />
                {network !== null && `, ${network}`}
              </Text>
            </Row>
          ))}
        </Rows>
      )}
      {hasNextPage && (
        <Group>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Earlier events
          </Button>
        </Group>
      )}
    </Panel>
  );
}
