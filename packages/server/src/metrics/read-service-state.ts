import type { Pool } from '@kinora/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { typicalJobs } from '../catalogue/expected-jobs.ts';
import type { Model } from '../catalogue/model.ts';
import type { Database } from '../db/database.ts';
import { type Clock, isoDate } from '../kernel/clock.ts';
import { RUNNING } from '../queue/queue-order.ts';
import type { QueueView } from '../queue/queue-view.ts';
import { linesOfModel } from '../queue/waiting-lines.ts';
import { countWorkers, type WorkerCounts } from '../workers/worker-health.ts';
import { type RendererState, readRenderers } from './read-renderers.ts';

/** The state of the whole service as the database knows it. */
export interface ServiceState {
  /** Every queued job. */
  readonly queued: Readonly<Record<Pool, number>>;
  /** The first jobs in line of each pool, by tier: `v1` for those of the v1 interface. */
  readonly line: readonly QueueHead[];
  readonly running: readonly { readonly pool: Pool; readonly jobs: number }[];
  /** The jobs of each model that is sold, as far as they are counted. */
  readonly models: readonly { readonly model: string; readonly queued: number; readonly leased: number }[];
  /** Seconds until a job that is ordered now would end. */
  readonly expectedWait: Readonly<Record<Pool, number>>;
  readonly workers: WorkerCounts['byPool'];
  readonly renderers: readonly RendererState[];
  readonly money: readonly { readonly flow: string; readonly cents: number }[];
  readonly unpaid: readonly {
    readonly collection: string;
    readonly invoices: number;
    readonly cents: number;
  }[];
  /** What the latest audit found; undefined before the first. */
  readonly audit: { readonly violatedRules: number; readonly atSeconds: number } | undefined;
  /** Orders of the studio that are no jobs yet, as far as they are counted. */
  readonly waitingOrders: { readonly waiting: number; readonly paused: number };
  readonly tasks: { readonly due: number; readonly retrying: number; readonly failed: number };
}

interface QueueHead {
  readonly pool: Pool;
  readonly tier: string;
  readonly jobs: number;
  /** Since the acceptance of the oldest of them. */
  readonly oldestSeconds: number;
}

/** Rows that a count reads at most, so that a scrape costs the same however long a queue is. */
const COUNTED_MAX = 10_000;
/** More than any scaler of a pool needs to know. */
const COUNTED_OF_LINE = 1000;

export async function readServiceState(
  database: Database,
  queueView: Pick<QueueView, 'queued' | 'secondsForNew'>,
  clock: Clock,
  sold: Catalogue,
): Promise<ServiceState> {
  const at = clock.now();
  const typical = typicalJobs(sold);
  const [
    queued,
    line,
    running,
    models,
    image,
    video,
    workers,
    renderers,
    money,
    unpaid,
    [audit],
    [tasks],
    [waitingOrders],
  ] = await Promise.all([
    queueView.queued(),
    database.query<QueueHead>(LINE, [at, COUNTED_MAX]),
    database.query<{ pool: Pool; jobs: number }>(
      `select pool, count(*) as jobs from open_jobs where ${RUNNING} group by pool`,
    ),
    countByModel(database, sold.models),
    queueView.secondsForNew(typical.image),
    queueView.secondsForNew(typical.video),
    countWorkers(database),
    readRenderers(database, COUNTED_MAX),
    database.query<{ flow: string; cents: number }>(MONEY_TODAY, [`${isoDate(at)}T00:00:00Z`]),
    database.query<ServiceState['unpaid'][number]>(UNPAID, [COUNTED_MAX]),
    database.query<NonNullable<ServiceState['audit']>>(
      `select violated_rules as "violatedRules", extract(epoch from audited_at)::float8 as "atSeconds"
       from ledger_closing where audited_at is not null`,
    ),
    database.query<ServiceState['tasks']>(
      `select count(*) filter (where attempts = 0 and run_at < now()) as due,
         count(*) filter (where attempts between 1 and max_attempts - 1) as retrying,
         count(*) filter (where attempts >= max_attempts) as failed
       from (select attempts, max_attempts, run_at from graphile_worker.jobs limit $1) as tasks`,
      [COUNTED_MAX],
    ),
    database.query<ServiceState['waitingOrders']>(WAITING_ORDERS, [COUNTED_MAX]),
  ]);
  return {
    queued,
    line,
    running,
    models,
    expectedWait: { image, video },
    workers: workers.byPool,
    renderers,
    money,
    unpaid,
    audit,
    waitingOrders: waitingOrders ?? { waiting: 0, paused: 0 },
    tasks: tasks ?? { due: 0, retrying: 0, failed: 0 },
  };
}

function countByModel(
  database: Database,
  models: readonly Model[],
): Promise<ServiceState['models'][number][]> {
  const lines = models.flatMap(({ id, operations }) =>
    linesOfModel(id, operations).map((line) => [id, line] as const),
  );
  return database.query(
    `select lines.model, count(head.id) as queued,
       (select count(*) from open_jobs where lease_until is not null and open_jobs.model = lines.model) as leased
     from unnest($1::text[], $2::text[]) as lines (model, line) left join lateral (
       select id from open_jobs where waits_for = line order by sort_key, id limit $3
     ) as head on true group by 1`,
    [lines.map(([model]) => model), lines.map(([, line]) => line), COUNTED_OF_LINE],
  );
}

const HEAD = (pool: Pool): string =>
  `(select pool, tier, created_at from open_jobs where waits_in = '${pool}'
    order by sort_key, id limit $2)`;

/** Every tier of a pool is there, if only with 0. */
const LINE = `select pools.pool, tiers.tier, count(head.pool) as jobs,
    greatest(0, coalesce(extract(epoch from $1::timestamptz - min(head.created_at)), 0))::float8 as "oldestSeconds"
  from unnest(array['image', 'video']) as pools (pool)
    cross join unnest(array['v1', 'free', 'pro', 'max']) as tiers (tier)
    left join (${HEAD('image')} union all ${HEAD('video')}) as head
      on head.pool = pools.pool and coalesce(head.tier, 'v1') = tiers.tier
  group by 1, 2`;

const WAITING_ORDERS = `select count(*) filter (where pause is null) as waiting, count(pause) as paused
  from (select pause from waiting_orders limit $1) as orders`;

const UNPAID = `select collections.collection, count(unpaid) as invoices, coalesce(sum(amount_cents), 0)::bigint as cents
  from unnest(array['card', 'manual']) as collections (collection)
    left join (select collection, amount_cents from invoices where state <> 'paid' limit $1) as unpaid
      on unpaid.collection = collections.collection
  group by 1`;

/** What was charged and paid back since the start of the UTC day. */
const MONEY_TODAY = `select flow, coalesce(sum(cents), 0)::bigint as cents from (
    values ('top_up', 0::bigint), ('auto_recharge', 0), ('plan', 0), ('invoice', 0), ('refund', 0)
    union all select kind, amount_cents from payments
      where ended_at >= $1 and state = 'succeeded' and kind <> 'subscription'
    union all select 'plan', amount_cents from plan_charges where charged_at >= $1
    union all select 'invoice', amount_cents from invoices where paid_at >= $1
    union all select 'refund', amount_cents from refunds where created_at >= $1 and state <> 'failed'
  ) as flows (flow, cents) group by flow`;
