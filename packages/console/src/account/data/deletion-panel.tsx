import type { DeletionPreview } from '@kinora/contract';
import { Alert, Button, Group, List, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { usd } from '../../value/usd.ts';
import { DeletionDialog } from './deletion-dialog.tsx';

/** What the deletion of the account means, what keeps it from being deleted, and the way to do it. */
export function DeletionPanel() {
  const session = useSession();
  const [isOpen, { open, close }] = useDisclosure(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['deletion'],
    queryFn: ({ signal }) => callConsole<DeletionPreview>('/data/deletion', { signal }),
    staleTime: 0,
  });
  const obstacle = data && obstacleOf(data);
  return (
    <Panel title="Delete the account" lead="Immediate and permanent; nobody can undo it.">
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={96} />}
      {data !== undefined && (
        <>
          <Consequences preview={data} />
          {obstacle !== undefined && <Alert color="ember">{obstacle}</Alert>}
          <Group>
            <Button variant="default" disabled={obstacle !== undefined} onClick={open}>
              Delete the account
            </Button>
          </Group>
          {isOpen && session?.signed_in && (
            <DeletionDialog onClose={close} preview={data} email={session.email} />
          )}
        </>
      )}
    </Panel>
  );
}

function Consequences({ preview }: { readonly preview: DeletionPreview }) {
  const { balance_cents, held_cents, subscription, unfinished_jobs, kept_jobs } = preview;
  return (
    <List size="sm" spacing={6}>
      <List.Item>You are signed out everywhere, and your API keys stop working.</List.Item>
      <List.Item>
        {kept_jobs === 0 ? 'Your results' : count(kept_jobs, 'result', 'results')} and prompts are deleted,
        published ones too
        {unfinished_jobs > 0 && `, and ${count(unfinished_jobs, 'job', 'jobs')} in progress cancelled`}.
      </List.Item>
      {subscription !== null && (
        <List.Item>
          Your {subscription} plan is cancelled. What is paid for this period is not refunded.
        </List.Item>
      )}
      {balance_cents > 0 && (
        <List.Item>
          <Text span inherit fw={600}>
            You forfeit your balance of {usd(balance_cents)}.
          </Text>{' '}
          An unspent purchase of the last 24 hours can be refunded first, under Payments.
        </List.Item>
      )}
      {held_cents > 0 && (
        <List.Item>
          You also forfeit {usd(held_cents)}, which jobs in progress hold of your balance.
        </List.Item>
      )}
      <List.Item>Payments and security events stay in the books, without your address.</List.Item>
    </List>
  );
}

function count(n: number, one: string, many: string): string {
  return n === 1 ? `1 ${one}` : `${n} ${many}`;
}

/** Why the account cannot be deleted now. */
function obstacleOf({ in_arrears, owed_cents, payment_open }: DeletionPreview): string | undefined {
  if (in_arrears) return 'An invoice is unpaid. Pay it first, under Payments.';
  if (owed_cents > 0) {
    return `You owe ${usd(owed_cents)} for pay per use, which is charged to your card after the end of the month. Delete the account once it is paid.`;
  }
  return payment_open ? 'A payment or a refund is in progress. Try again in a few minutes.' : undefined;
}
