import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../frame/failure.tsx';
import { Deliveries } from './deliveries.tsx';
import { Endpoint } from './endpoint.tsx';
import { webhooksQuery } from './webhooks-api.ts';

/** Where events of the account go, and what became of them. */
export function WebhooksPage() {
  const { data, error, refetch } = useQuery(webhooksQuery);
  return (
    <Stack gap="xl">
      <div>
        <Title order={1}>Webhooks</Title>
        <Text c="dimmed">
          The service calls your address when a job ends and when the balance becomes low.{' '}
          <Anchor underline="always" href="/docs/webhooks" size="sm">
            What is sent
          </Anchor>
        </Text>
      </div>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={160} aria-label="Loading" />}
      {data !== undefined && <Endpoint settings={data} />}
      <Deliveries />
    </Stack>
  );
}
