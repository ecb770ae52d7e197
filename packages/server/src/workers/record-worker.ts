import { type LeaseRequest, modelOf, type Problem, poolOfOperation, problem } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import { toReal } from '../db/real.ts';
import { coalesce } from '../kernel/coalesce.ts';
import { LAST_SEEN, RECENT_MINUTES, WORKERS_AND_LEASES } from './worker-health.ts';

/** A worker is known by its name and the token that it uses. */
export interface WorkerIdentity {
  readonly worker: string;
  /** Null for the shared token. */
  readonly tokenId: string | null;
}

/** The worker of a lease request, and the token it was sent with. */
type WorkerReport = LeaseRequest & Partial<WorkerIdentity>;

/** The maximum of one statement. */
const MAX_REPORTS = 100;

/**
 * Workers of one token that were seen within ten minutes. Their capabilities decide which orders are accepted, and all of
 * them are read once a second, so a token must not make up more and more of them.
 */
export const MAX_WORKERS_OF_TOKEN = 100;
/** Workers of one token that were seen earlier and are kept for the operator. */
const MAX_PAST_WORKERS = 100;

/** An arbitrary number that no other advisory lock uses. The shared token has no row that could be locked. */
const SHARED_TOKEN_LOCK = 8_217_503;

/** Records workers as `recordWorker` does. Requests that arrive during a statement share the next one. */
export function createRecordWorker(
  database: Database,
): (report: WorkerReport) => Promise<Problem | undefined> {
  return coalesce((reports) => recordWorkers(database, reports), { maxBatch: MAX_REPORTS });
}

/**
 * Records the worker of a lease request, which is also its health report: the capabilities in the pools that it serves,
 * and of the pools those that it has capabilities for. Problem: `rate_limited` for a name that is new, of a token with as
 * many workers as one may have.
 */
export async function recordWorker(database: Database, report: WorkerReport): Promise<Problem | undefined> {
  const [refusal] = await recordWorkers(database, [report]);
  return refusal;
}

/** Returns the problem of each report, or undefined. A statement updates the known workers; new ones are admitted. */
async function recordWorkers(
  database: Database,
  reports: readonly WorkerReport[],
): Promise<(Problem | undefined)[]> {
  // A worker with several slots may have reported twice; one statement cannot update a row twice.
  const latest = new Map(reports.map((report) => [identityOf(report), report]));
  const known = await writeWorkers(
    database,
    [...latest.values()],
    `where exists (
       select from workers where name = report.name and token_id is not distinct from report.token_id
     )`,
  );
  const recorded = new Set(known.map(identityOf));
  const refusals = new Map<string, Problem | undefined>();
  for (const [identity, report] of latest) {
    if (!recorded.has(identity)) refusals.set(identity, await admitWorker(database, report));
  }
  return reports.map((report) => refusals.get(identityOf(report)));
}

function identityOf({ worker, tokenId }: Partial<WorkerIdentity>): string {
  return `${tokenId ?? ''}/${worker}`;
}

/**
 * Records a worker that is new, unless its token has too many or was revoked. One transaction that locks the token first;
 * it also deletes workers of the token that were not seen for long, beyond those that are kept for the operator.
 */
async function admitWorker(database: Database, report: WorkerReport): Promise<Problem | undefined> {
  const { tokenId = null } = report;
  return database.transaction(async (tx) => {
    if (!(await lockToken(tx, tokenId))) return undefined;
    await tx.query(
      `delete from workers using (
         select name, row_number() over (order by ${LAST_SEEN} desc) as place from ${WORKERS_AND_LEASES}
         where token_id is not distinct from $1 and ${LAST_SEEN} <= now() - make_interval(mins => $2)
       ) as past
       where place > $3 and workers.name = past.name and token_id is not distinct from $1`,
      [tokenId, RECENT_MINUTES, MAX_PAST_WORKERS],
    );
    // A stopped worker counts too: its capabilities are expected back, and it costs no call to stop.
    const [row] = await tx.query<{ count: number }>(
      `select count(*) as count from ${WORKERS_AND_LEASES}
       where token_id is not distinct from $1 and ${LAST_SEEN} > now() - make_interval(mins => $2)`,
      [tokenId, RECENT_MINUTES],
    );
    if ((row?.count ?? 0) >= MAX_WORKERS_OF_TOKEN) return tooManyWorkers;
    await writeWorkers(tx, [report]);
    return undefined;
  });
}

const tooManyWorkers = problem(
  'rate_limited',
  `${MAX_WORKERS_OF_TOKEN} workers with this token were seen in the last ${RECENT_MINUTES} minutes, the maximum. ` +
    'Create a token for each machine with "kinora worker-token create", and start a worker that restarts under its old name (--name).',
);

/** False for a token that was revoked: its workers were deleted, and none must come back. */
async function lockToken(tx: Queryable, tokenId: string | null): Promise<boolean> {
  if (tokenId === null) {
    await tx.query('select pg_advisory_xact_lock($1)', [SHARED_TOKEN_LOCK]);
    return true;
  }
  const rows = await tx.query(
    'select from worker_tokens where id = $1 and revoked_at is null for no key update',
    [tokenId],
  );
  return rows.length === 1;
}

/** Writes the rows in the order of their identities, so that two statements do not wait for each other. */
function writeWorkers(
  db: Queryable,
  reports: readonly WorkerReport[],
  condition = '',
): Promise<WorkerIdentity[]> {
  return db.query<WorkerIdentity>(
    `insert into workers (name, pools, engine, engine_version, capabilities, supports_zero_retention,
       gpu, vram_free_gb, queue_size, token_id, slots, loaded, preference, probing, seen_at)
     select name, pools, engine, engine_version, capabilities, supports_zero_retention,
       gpu, vram_free_gb, queue_size, token_id, slots, loaded, preference, probing, now()
     from jsonb_populate_recordset(null::workers, $1) as report ${condition} order by token_id, name
     on conflict (token_id, name) do update set pools = excluded.pools, engine = excluded.engine,
       engine_version = excluded.engine_version, capabilities = excluded.capabilities,
       supports_zero_retention = excluded.supports_zero_retention,
       gpu = excluded.gpu, vram_free_gb = excluded.vram_free_gb, queue_size = excluded.queue_size,
       slots = excluded.slots, loaded = excluded.loaded, preference = excluded.preference, seen_at = excluded.seen_at, stopped_at = null,
       probing = excluded.probing, trouble_kind = case when excluded.probing then workers.trouble_kind end,
       trouble = case when excluded.probing then workers.trouble end,
       trouble_since = case when excluded.probing then workers.trouble_since end,
       trouble_ended_at = case when excluded.probing or workers.trouble is null then workers.trouble_ended_at else excluded.seen_at end
     returning name as worker, token_id as "tokenId"`,
    [JSON.stringify(reports.map(rowOf))],
  );
}

/** A row by the column names of `workers`. */
function rowOf(report: WorkerReport) {
  const { engine, engine_version, zero_retention, operations } = report.capabilities;
  const capabilities = operations.filter(({ operation }) =>
    report.pools.includes(poolOfOperation[operation]),
  );
  return {
    name: report.worker,
    pools: report.pools.filter((pool) =>
      capabilities.some(({ operation }) => poolOfOperation[operation] === pool),
    ),
    engine,
    engine_version,
    capabilities,
    supports_zero_retention: zero_retention,
    gpu: report.gpu,
    vram_free_gb: toReal(report.vram_free_gb),
    queue_size: report.queue_size,
    loaded: report.loaded === undefined ? null : modelOf(report.loaded),
    token_id: report.tokenId ?? null,
    slots: report.slots ?? 1,
    preference: report.preference ?? 0,
    probing: report.probe ?? false,
  };
}

/** Records that a worker stops: it requests no more leases, and may finish the job it renders. */
export async function recordStop(database: Database, { worker, tokenId }: WorkerIdentity): Promise<void> {
  await database.query(
    'update workers set stopped_at = now() where name = $1 and token_id is not distinct from $2',
    [worker, tokenId],
  );
}
