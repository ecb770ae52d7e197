import type { Queryable } from '../../db/database.ts';
import { searchWords } from '../../jobs/search-words.ts';
import { NODE_ALIVE_SECONDS } from '../../queue/owning-node.ts';
import { initImageKey } from '../../storage/blob-keys.ts';
import type { AcceptedRequest } from './decide-batch.ts';

interface Column {
  readonly type: string;
  readonly value: (job: AcceptedRequest) => unknown;
}

const column =
  <Value>(type: string) =>
  (value: (job: AcceptedRequest) => Value | null): Column => ({ type, value });
const uuid = column<string>('uuid');
const text = column<string>('text');
const int = column<number>('int');

/** The statement and its parameters are both derived from this table, so a value cannot get into another column. */
const COLUMNS: Readonly<Record<string, Column>> = {
  id: uuid((job) => job.jobId),
  account_id: uuid((job) => job.accountId),
  interface: text((job) => job.interface),
  medium: text((job) => job.quote.medium),
  operation: text((job) => job.shape.operation),
  model: text((job) => job.shape.model),
  // The prompt and the uploaded image of an ephemeral job are in the memory of its owning node only.
  prompt: text((job) => (job.owningNode === null ? job.prompt : null)),
  prepared_prompt: text((job) =>
    job.owningNode === null && job.preparedPrompt !== job.prompt ? job.preparedPrompt : null,
  ),
  search_words: text((job) => (job.jobApi === null ? null : searchWords(job.prompt).join(' '))),
  negative_prompt: text((job) => (job.owningNode === null ? (job.negativePrompt ?? null) : null)),
  seed: int((job) => job.seed),
  width: int((job) => job.shape.width),
  height: int((job) => job.shape.height),
  frames: int((job) => job.shape.frames),
  frames_per_second: int(({ quote }) =>
    quote.model.medium === 'video' ? quote.model.framesPerSecond : null,
  ),
  sound: column<boolean>('bool')(({ quote }) => quote.medium === 'video' && quote.sound),
  init_image_key: text((job) =>
    job.hasInitImage && job.owningNode === null ? initImageKey(job.jobId) : null,
  ),
  owning_node_id: uuid((job) => job.owningNode?.id ?? null),
  type: text((job) => job.jobApi?.type ?? null),
  tier: text((job) => job.jobApi?.tier ?? null),
  asset_id: uuid((job) => job.jobApi?.assetId ?? null),
  webhook_url: text((job) => job.webhookUrl ?? null),
  traceparent: text((job) => job.traceparent ?? null),
  mark_tag: text((job) => job.watermarkTag),
  priority: column<number>('smallint')((job) => job.priority),
  catalogue_version: int((job) => job.catalogue.version),
  price_list: text((job) => job.catalogue.priceList),
};

/** What only the queue has of a job; its other columns are those of the same names above. */
const QUEUE_COLUMNS: Readonly<Record<string, Column>> = {
  pool: text((job) => job.quote.medium),
  needs_negative_prompt: column<boolean>('bool')((job) => job.negativePrompt !== undefined),
  relay_url: text((job) => job.owningNode?.relayUrl ?? null),
  sort_key: column<number>('float8')((job) => job.virtualTimes.sortKey),
  virtual_start: column<number>('float8')((job) => job.virtualTimes.virtualStart),
  service_cost: column<number>('real')((job) => job.virtualTimes.serviceCost),
};

/** How much longer than its model's `start_seconds` a job waits for the first worker. */
const START_GRACE_SECONDS = 3600;
const START = column<number>('float8')(({ quote }) => quote.model.startSeconds);

const NAMES = Object.keys(COLUMNS).join(', ');
const QUEUE_NAMES = Object.keys(QUEUE_COLUMNS).join(', ');
const SHARED = 'id, account_id, interface, tier, operation, model, width, height, frames, owning_node_id';
const COLUMN_LIST = [...Object.values(COLUMNS), ...Object.values(QUEUE_COLUMNS), START];
const INSERT_JOBS = `with accepted as (
    select * from unnest(${COLUMN_LIST.map(({ type }, at) => `$${at + 3}::${type}[]`).join(', ')})
      as job (${NAMES}, ${QUEUE_NAMES}, start_seconds)
  ), ordered as (
    insert into jobs (${NAMES}, created_at) select ${NAMES}, $1::timestamptz from accepted
  )
  insert into open_jobs (${SHARED}, ${QUEUE_NAMES}, created_at, node_alive_until, start_by)
  select ${SHARED}, ${QUEUE_NAMES}, $1::timestamptz,
    case when owning_node_id is not null then now() + make_interval(secs => $2) end,
    $1::timestamptz + make_interval(secs => start_seconds + ${START_GRACE_SECONDS})
  from accepted`;

/** Writes what was ordered, and its place in the queue. */
export async function insertJobs(tx: Queryable, jobs: readonly AcceptedRequest[], at: Date): Promise<void> {
  await tx.query(INSERT_JOBS, [at, NODE_ALIVE_SECONDS, ...COLUMN_LIST.map(({ value }) => jobs.map(value))]);
}
