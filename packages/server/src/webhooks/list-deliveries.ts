import type { WebhookDelivery, WebhookDeliveryPage } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';

interface DeliveryPageQuery {
  readonly limit: number;
  /** The id of the last event of the page before. */
  readonly cursor?: string | undefined;
  readonly state?: WebhookDelivery['state'] | undefined;
}

interface DeliveryRow {
  readonly id: string;
  readonly type: WebhookDelivery['type'];
  readonly url: string;
  readonly jobId: string | null;
  readonly state: WebhookDelivery['state'];
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly lastAttemptAt: Date | null;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

const COLUMNS = `id, type, url, job_id as "jobId", state, attempts, last_status as "lastStatus",
  last_error as "lastError", last_attempt_at as "lastAttemptAt", next_attempt_at as "nextAttemptAt",
  created_at as "createdAt"`;

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A page of an account's events, newest first. */
export async function listDeliveries(
  database: Queryable,
  accountId: string,
  { limit, cursor, state }: DeliveryPageQuery,
): Promise<WebhookDeliveryPage> {
  const rows = await database.query<DeliveryRow>(
    `select ${COLUMNS} from webhook_events
     where account_id = $1 and id < $2 and ($4::text is null or state = $4) order by id desc limit $3`,
    // One more than shown, which tells whether there is another page.
    [accountId, cursor ?? LAST_ID, limit + 1, state ?? null],
  );
  const deliveries = rows.slice(0, limit).map(viewDelivery);
  const last = rows.length > limit ? deliveries.at(-1) : undefined;
  return { deliveries, ...(last !== undefined && { next_cursor: last.id }) };
}

/** One event of an account; undefined if there is none with this id. */
export async function findDelivery(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<WebhookDelivery | undefined> {
  const [row] = await database.query<DeliveryRow>(
    `select ${COLUMNS} from webhook_events where id = $1 and account_id = $2`,
    [id, accountId],
  );
  return row && viewDelivery(row);
}

function viewDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    type: row.type,
    url: row.url,
    job_id: row.jobId,
    state: row.state,
    attempts: row.attempts,
    last_status: row.lastStatus,
    last_error: row.lastError,
    last_attempt_at: row.lastAttemptAt?.toISOString() ?? null,
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}
