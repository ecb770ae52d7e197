import type { ConnectView } from '@kinora/contract';
import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { McpSetUp } from './mcp-set-up.tsx';
import { QuickStart } from './quick-start.tsx';

/** How programs and MCP hosts use the service. */
export function ConnectPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['connect'],
    queryFn: ({ signal }) => callConsole<ConnectView>('/connect', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Stack gap="xl">
      <div>
        <Title order={1}>Connect</Title>
        <Text c="dimmed">
          Use the service from your own programs, or from an assistant. Both need an{' '}
          <Anchor underline="always" component={Link} to="/account/keys">
            API key
          </Anchor>
          .
        </Text>
      </div>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={240} aria-label="Loading" />}
      {data !== undefined && (
        <>
          <QuickStart baseUrl={data.base_url} />
          <McpSetUp mcp={data.mcp} />
        </>
      )}
    </Stack>
  );
}
