import type { WebhookDelivery } from '@kinora/contract';
import { Badge, Button, Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../frame/failure.tsx';
import { Time } from '../../value/time.tsx';
import classes from './deliveries.module.css';
import { type DeliveryState, deliveriesQuery, useReplay } from './webhooks-api.ts';

const STATES = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
];

/** The events of the last 30 days. */
export function Deliveries() {
  const [state, setState] = useState<DeliveryState>('all');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(state),
  );
  const deliveries = data?.pages.flatMap((page) => page.deliveries);
  return (
    <section aria-labelledby="deliveries">
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} size="h4" id="deliveries">
          Deliveries
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Which deliveries"
          data={STATES}
          value={state}
          onChange={(value) => setState(value as DeliveryState)}
        />
      </Group>
      <Failure error={error} onRetry={() => void refetch()} />
      {deliveries === undefined && error === null && <Skeleton height={120} aria-label="Loading" />}
      {deliveries?.length === 0 && (
        <Text size="sm" c="dimmed">
          {state === 'all' ? 'Nothing was sent in the last 30 days.' : 'No delivery matches.'}
        </Text>
      )}
      {deliveries !== undefined && deliveries.length > 0 && (
        <ul className={classes.list}>
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}

const BADGES = {
  pending: { color: 'yellow', label: 'Pending' },
  delivered: { color: 'green', label: 'Delivered' },
  failed: { color: 'red', label: 'Failed' },
} as const;

function Delivery({ delivery }: { readonly delivery: WebhookDelivery }) {
  const replay = useReplay();
  const { state, type, url, attempts, job_id: jobId, next_attempt_at: next } = delivery;
  return (
    <li className={classes.row}>
      <Badge color={BADGES[state].color} variant="dot" tt="none" className={classes.badge}>
        {BADGES[state].label}
      </Badge>
      <Stack gap={2} className={classes.what}>
        <Text size="sm" fw={600}>
          {type}
        </Text>
        <Text size="sm" c="dimmed" truncate title={url}>
          {url}
        </Text>
        {jobId !== null && (
          <Text size="xs" c="dimmed" className={classes.id}>
            Job {jobId}
          </Text>
        )}
        <Failure error={replay.error} />
      </Stack>
      <Stack gap={2} className={classes.result}>
        <Text size="sm">{response(delivery)}</Text>
        <Text size="xs" c="dimmed">
          {attempts === 1 ? '1 attempt' : `${attempts} attempts`} · <Time at={delivery.created_at} />
        </Text>
        {next !== null && (
          <Text size="xs" c="dimmed">
            Next attempt <Time at={next} as="distance" />
          </Text>
        )}
      </Stack>
      <Button
        size="xs"
        variant="default"
        loading={replay.isPending}
        aria-label={`Send again: ${type} of ${delivery.created_at}`}
        onClick={() => replay.mutate(delivery)}
      >
        Send again
      </Button>
    </li>
  );
}

function response({ last_status: status, last_error: error, attempts }: WebhookDelivery): string {
  if (status !== null) return `Your receiver returned ${status}`;
  if (error !== null) return `No response: ${error}`;
  return attempts === 0 ? 'Not sent yet' : 'No response';
}
