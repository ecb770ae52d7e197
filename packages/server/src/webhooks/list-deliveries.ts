import type { WebhookDelivery, WebhookDeliveryPage } from '@kinora/contract';
import { conditionsOf } from '../db/conditions.ts';
import type { Queryable } from '../db/database.ts';
import { LAST_ID } from '../kernel/ids.ts';
import { readPage } from '../kernel/read-page.ts';

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

/** A page of an account's events, newest first. */
export async function listDeliveries(
  database: Queryable,
  accountId: string,
  { limit, cursor = LAST_ID, state }: DeliveryPageQuery,
): Promise<WebhookDeliveryPage> {
  const { shown, next } = await readPage(limit, (rows) => {
    const values: unknown[] = [accountId, cursor, rows];
    const filter = conditionsOf(values, [['state = ?', state]]);
    return database.query<DeliveryRow>(
      `select ${COLUMNS} from webhook_events where account_id = $1 and id < $2${filter} order by id desc limit $3`,
      values,
    );
  });
  return { deliveries: shown.map(viewDelivery), ...next };
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
