import type { SessionView } from '@kinora/contract';
import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Row, Rows } from '../../frame/rows.tsx';
import { Time } from '../../value/time.tsx';
import { refreshSecurity, sessionsQuery } from './security-query.ts';

/** The browsers that a person is signed in with. */
export function SessionsPanel() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const endOthers = useMutation({
    mutationFn: () => callConsole('/sessions/end-others', { method: 'POST', body: {} }),
    onSuccess: refreshSecurity,
  });
  const others = data?.sessions.filter(({ current }) => !current) ?? [];
  return (
    <Panel
      title="Where you are signed in"
      lead="Sign out what you do not recognise, then change your password."
    >
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={64} />}
      {data !== undefined && (
        <Rows label="Sessions">
          {data.sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </Rows>
      )}
      {others.length > 1 && (
        <Group>
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out everywhere else
          </Button>
        </Group>
      )}
      <Failure error={endOthers.error} />
    </Panel>
  );
}

function SessionRow({ session }: { readonly session: SessionView }) {
  const { id, current, browser, network, created_at, second_factor } = session;
  const end = useMutation({
    mutationFn: () => callConsole(`/sessions/${id}`, { method: 'DELETE' }),
    onSuccess: refreshSecurity,
  });
  return (
    <Row
      action={
        current ? (
          <Badge variant="default" tt="none">
            This browser
          </Badge>
        ) : (
          <Button
            variant="default"
            size="xs"
            loading={end.isPending}
            onClick={() => end.mutate()}
            aria-label={`Sign out ${browser} in ${network}`}
          >
            Sign out
          </Button>
        )
      }
    >
      <Text fw={500}>{browser}</Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {network}, since <Time at={created_at} />
        {second_factor && ', with a second factor'}
      </Text>
      {end.error !== null && (
        <Text size="sm" c="red" role="alert">
          {end.error.message}
        </Text>
      )}
    </Row>
  );
}
