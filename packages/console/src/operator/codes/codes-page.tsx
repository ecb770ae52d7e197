import type { OperatorCode, OperatorCodes } from '@kinora/contract';
import { Button, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { DataTable, EmptyRow, NumberCell } from '../show/data-table.tsx';
import { ReasonDialog } from '../show/reason-dialog.tsx';
import classes from '../show/show.module.css';
import { NewCodeDialog } from './new-code-dialog.tsx';

/** The codes that grant a balance, and how often each was redeemed. */
export function CodesPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'codes'],
    queryFn: ({ signal }) => callConsole<OperatorCodes>('/operator/codes', { signal }),
  });
  return (
    <Stack gap="lg">
      <Title order={1}>Codes</Title>
      <Text size="sm" c="dimmed">
        A code grants a balance to each account that redeems it, once. What it grants is spent before what was
        bought, and is not refunded.
      </Text>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined ? error === null && <Skeleton h={240} /> : <Codes {...data} />}
    </Stack>
  );
}

function Codes({ at, codes }: OperatorCodes) {
  const [isCreating, setCreating] = useState(false);
  const [ending, setEnding] = useState<string>();
  return (
    <Panel
      title="Codes"
      aside={
        <Button size="sm" onClick={() => setCreating(true)}>
          New code
        </Button>
      }
    >
      <DataTable
        name="Codes"
        columns={[
          'Code',
          { name: 'Grants', isNumber: true },
          'Valid for',
          { name: 'Redeemed', isNumber: true },
          'Created',
          'Until',
          'End',
        ]}
      >
        {codes.length === 0 && <EmptyRow columns={7}>No code yet.</EmptyRow>}
        {codes.map((code) => (
          <CodeRow key={code.code} code={code} at={at} onEnd={() => setEnding(code.code)} />
        ))}
      </DataTable>
      {isCreating && <NewCodeDialog onClose={() => setCreating(false)} />}
      {ending !== undefined && (
        <ReasonDialog
          onClose={() => setEnding(undefined)}
          action={{
            path: '/codes/end',
            title: `End the code ${ending}`,
            consequences: 'Nobody can redeem it any more. What it has granted stays. This cannot be undone.',
            confirm: 'End it',
            isDangerous: true,
            done: 'The code has ended.',
            body: () => ({ code: ending }),
          }}
        />
      )}
    </Panel>
  );
}

interface CodeRowProps {
  readonly code: OperatorCode;
  readonly at: string;
  readonly onEnd: () => void;
}

function CodeRow({ code, at, onEnd }: CodeRowProps) {
  const { grant_days: days, expires_at: until, ended_at: ended } = code;
  return (
    <Table.Tr>
      <Table.Td className={classes.mono}>{code.code}</Table.Td>
      <NumberCell>{usd(code.amount_cents)}</NumberCell>
      <Table.Td>{days === null ? '–' : `${days} ${days === 1 ? 'day' : 'days'}`}</Table.Td>
      <NumberCell>
        {code.used} of {code.uses}
      </NumberCell>
      <Table.Td>
        <Time at={code.created_at} as="short" />
      </Table.Td>
      <Table.Td>
        {until !== null && until <= at && 'expired '}
        <Time at={until} as="short" />
      </Table.Td>
      <Table.Td>
        {ended === null ? (
          <Button size="xs" variant="default" aria-label={`End the code ${code.code}`} onClick={onEnd}>
            End…
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            ended <Time at={ended} as="short" />
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
