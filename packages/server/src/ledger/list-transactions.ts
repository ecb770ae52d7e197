import type { Queryable } from '../db/database.ts';
import type { LedgerAccount } from './posting.ts';

/** A transaction of the ledger with its postings. */
export interface ListedTransaction {
  readonly id: number;
  readonly kind: string;
  readonly createdAt: Date;
  readonly jobId: string | null;
  readonly purchaseId: string | null;
  readonly postings: readonly {
    readonly source: LedgerAccount;
    readonly destination: LedgerAccount;
    readonly cents: number;
  }[];
}

const COLUMNS = `id, kind, created_at as "createdAt", job_id as "jobId", purchase_id as "purchaseId", (
    select coalesce(json_agg(json_build_object('source', source, 'destination', destination, 'cents', amount_cents)
      order by postings.id), '[]')
    from postings where transaction_id = ledger_transactions.id
  ) as postings`;

/** The transactions of an account before the one with the id `before`, newest first. */
export async function listTransactions(
  db: Queryable,
  accountId: string,
  {
    before = Number.MAX_SAFE_INTEGER,
    limit,
  }: { readonly before?: number | undefined; readonly limit: number },
): Promise<ListedTransaction[]> {
  return db.query<ListedTransaction>(
    `select ${COLUMNS} from ledger_transactions where account_id = $1 and id < $2 order by id desc limit $3`,
    [accountId, before, limit],
  );
}

/** The transactions of a job: its hold, and its settlement or reversal. */
export async function listTransactionsOfJob(db: Queryable, jobId: string): Promise<ListedTransaction[]> {
  return db.query<ListedTransaction>(
    `select ${COLUMNS} from ledger_transactions where job_id = $1 and kind = 'hold'
     union all
     select ${COLUMNS} from ledger_transactions where job_id = $1 and kind in ('settlement', 'reversal') order by 1`,
    [jobId],
  );
}
