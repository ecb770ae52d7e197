import type { LedgerTransaction } from '@kinora/contract';
import { Table } from '@mantine/core';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { DataTable, EmptyRow, NumberCell } from '../show/data-table.tsx';
import { IdLink } from '../show/id-link.tsx';

const NAMES: Readonly<Record<string, string>> = {
  operator_grant: 'operator',
  prepaid: 'balance',
  held: 'on hold',
  receivable: 'month end',
};
const nameOf = (account: string): string => NAMES[account] ?? account;

/** Transactions of the ledger, with a line for each posting. */
export function Ledger({ transactions }: { readonly transactions: readonly LedgerTransaction[] }) {
  return (
    <DataTable
      name="Transactions"
      columns={['Time', 'Transaction', 'From', 'To', { name: 'Amount', isNumber: true }, 'Job']}
    >
      {transactions.length === 0 && <EmptyRow columns={6}>No money has moved.</EmptyRow>}
      {transactions.flatMap(({ id, kind, created_at: at, job_id: jobId, postings }) =>
        postings.map(({ source, destination, amount_cents: cents }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the postings of a transaction never change.
          <Table.Tr key={`${id} ${index}`}>
            <Table.Td>{index === 0 && <Time at={at} as="short" />}</Table.Td>
            <Table.Td>{index === 0 && kind.replace('_', ' ')}</Table.Td>
            <Table.Td>{nameOf(source)}</Table.Td>
            <Table.Td>{nameOf(destination)}</Table.Td>
            <NumberCell>{usd(cents)}</NumberCell>
            <Table.Td>
              {index === 0 && jobId !== null && <IdLink to={`/operator/jobs/${jobId}`} id={jobId} />}
            </Table.Td>
          </Table.Tr>
        )),
      )}
    </DataTable>
  );
}
