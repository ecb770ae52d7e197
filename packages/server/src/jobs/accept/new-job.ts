import type { JobType, Pool, RenderKind, Tier, VideoMode } from '@kinora/contract';
import type { Queryable } from '../../db/database.ts';
import { NODE_ALIVE_SECONDS } from '../ephemeral-jobs.ts';
import type { OwningNode } from '../owning-node.ts';
import type { Priority, VirtualTimes } from '../queue/virtual-time.ts';

/** A job as it is accepted. */
export interface NewJob {
  readonly id: string;
  readonly accountId: string;
  readonly pool: Pool;
  readonly kind: RenderKind;
  readonly mode: VideoMode | null;
  /** Null for an ephemeral job. */
  readonly prompt: string | null;
  /** What the engine gets instead; null when that is the prompt itself, and for an ephemeral job. */
  readonly preparedPrompt: string | null;
  readonly seed: number;
  /** Delivered size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly frames: number | null;
  readonly sound: boolean;
  readonly initImageKey: string | null;
  readonly owningNode: OwningNode | null;
  /** These are null for a job of the v1 interface. */
  readonly type: JobType | null;
  readonly tier: Tier | null;
  readonly assetId: string | null;
  /** Seven hexadecimal digits; null for a video. */
  readonly markTag: string | null;
  readonly priority: Priority;
  readonly virtualTimes: VirtualTimes;
}

interface Column {
  readonly type: string;
  readonly value: (job: NewJob) => unknown;
}

const column =
  <Value>(type: string) =>
  (value: (job: NewJob) => Value | null): Column => ({ type, value });
const uuid = column<string>('uuid');
const text = column<string>('text');
const int = column<number>('int');

/** Statement and parameters are both made of these, so a value cannot get into the column of another. */
const COLUMNS: Readonly<Record<string, Column>> = {
  id: uuid((job) => job.id),
  account_id: uuid((job) => job.accountId),
  pool: text((job) => job.pool),
  kind: text((job) => job.kind),
  mode: text((job) => job.mode),
  prompt: text((job) => job.prompt),
  prepared_prompt: text((job) => job.preparedPrompt),
  seed: int((job) => job.seed),
  width: int((job) => job.width),
  height: int((job) => job.height),
  frames: int((job) => job.frames),
  sound: column<boolean>('bool')((job) => job.sound),
  init_image_key: text((job) => job.initImageKey),
  owning_node_id: uuid((job) => job.owningNode?.id ?? null),
  relay_url: text((job) => job.owningNode?.relayUrl ?? null),
  type: text((job) => job.type),
  tier: text((job) => job.tier),
  asset_id: uuid((job) => job.assetId),
  mark_tag: text((job) => job.markTag),
  priority: column<number>('smallint')((job) => job.priority),
  sort_key: column<number>('float8')((job) => job.virtualTimes.sortKey),
  virtual_start: column<number>('float8')((job) => job.virtualTimes.virtualStart),
  service_cost: column<number>('real')((job) => job.virtualTimes.serviceCost),
};

const NAMES = Object.keys(COLUMNS).join(', ');
const COLUMN_LIST = Object.values(COLUMNS);
const INSERT_JOBS = `insert into jobs (${NAMES}, created_at, node_alive_until)
  select ${NAMES}, $1::timestamptz, case when owning_node_id is not null then now() + make_interval(secs => $2) end
  from unnest(${COLUMN_LIST.map(({ type }, at) => `$${at + 3}::${type}[]`).join(', ')}) as job (${NAMES})`;

export async function insertJobs(tx: Queryable, jobs: readonly NewJob[], at: Date): Promise<void> {
  await tx.query(INSERT_JOBS, [at, NODE_ALIVE_SECONDS, ...COLUMN_LIST.map(({ value }) => jobs.map(value))]);
}
