import { type Problem, problem, type Result } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { createSlots } from '../../kernel/slots.ts';
import { BlobGone, type Blobs } from '../../storage/blobs.ts';
import type { Order } from '../order.ts';
import type { PlaceOrder } from '../place-order.ts';
import { pauseWaiting } from './change-waiting.ts';
import { decideFate, type Fate } from './decide-fate.ts';
import { discardImages, IN_TURN, WAITING_COLUMNS, type WaitingOrder } from './waiting-order.ts';

/** What an order that has waited is to the acceptance; or why the account orders nothing now, and until when. */
export type ReadWaiting = (
  waiting: WaitingOrder,
  image: Uint8Array | undefined,
) => Promise<Result<Order, Problem> | { readonly closed: string; readonly until: Date }>;

export interface StartDependencies {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly placeOrder: PlaceOrder;
  readonly readWaiting: ReadWaiting;
}

/** How long a server has the orders of an account for itself; after a crash another one goes on then. */
const CLAIM_MS = 30_000;
const MAX_ACCOUNTS = 100;
const CONCURRENCY = 4;
/** The orders of an account that are tried in a round, so that every account has its turn. */
const MAX_TRIES = 8;

/**
 * Starts the orders whose turn has come: of each account one after the other, until one has to wait. Each is accepted as the
 * same call of POST /generate would be, in one transaction with the deletion of its row, so that nothing starts twice. Safe on
 * any number of servers: each claims the accounts that it tries.
 */
export async function startWaiting(dependencies: StartDependencies): Promise<void> {
  const { database, clock } = dependencies;
  const at = clock.now();
  const claimedUntil = new Date(at.getTime() + CLAIM_MS);
  const claimed = await database.query<{ accountId: string }>(
    `update waiting_queues set claimed_until = $2, due_at = $2
     where account_id in (
       select account_id from waiting_queues where due_at <= $1 and (claimed_until is null or claimed_until <= $1)
       order by due_at limit $3 for update skip locked
     ) returning account_id as "accountId"`,
    [at, claimedUntil, MAX_ACCOUNTS],
  );
  const inSlot = createSlots(CONCURRENCY);
  const ended = await Promise.allSettled(
    claimed.map(({ accountId }) => inSlot(() => startOf(dependencies, accountId, claimedUntil))),
  );
  const failed = ended.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** What the account waits for; `at` null if only its person can go on. */
interface Next {
  readonly at: Date | null;
  readonly message: string | null;
}

async function startOf(
  dependencies: StartDependencies,
  accountId: string,
  claimedUntil: Date,
): Promise<void> {
  const { database, clock } = dependencies;
  let next: Next | undefined;
  for (let triesLeft = MAX_TRIES; next === undefined && triesLeft > 0; triesLeft -= 1) {
    next = await startFirst(dependencies, accountId);
  }
  await release(database, accountId, claimedUntil, next ?? { at: clock.now(), message: null });
}

/** Tries the first order of the account whose turn it is. Undefined if the one behind it may be tried. */
async function startFirst(dependencies: StartDependencies, accountId: string): Promise<Next | undefined> {
  const { database, clock } = dependencies;
  const at = clock.now();
  const [waiting] = await database.query<WaitingOrder>(
    `select ${WAITING_COLUMNS} from waiting_orders
     where account_id = $1 and (pause is null or retry_at <= $2) ${IN_TURN} limit 1`,
    [accountId, at],
  );
  if (waiting === undefined) return { at: await readFirstRetry(database, accountId), message: null };
  const fate = await tryToStart(dependencies, waiting);
  if (fate === undefined) return undefined;
  const after = (seconds: number | null): Date | null =>
    seconds === null ? null : new Date(clock.now().getTime() + seconds * 1000);
  if (fate.kind === 'hold') {
    await database.query(
      'update waiting_orders set pause = null, message = null, retry_at = null where id = $1 and retry_at is not null',
      [waiting.id],
    );
    return { at: after(fate.seconds), message: fate.message };
  }
  await pauseWaiting(database, waiting, fate, after(fate.seconds));
  return undefined;
}

/** What becomes of an order that is not accepted now; undefined for one that is a job, or was cancelled meanwhile. */
async function tryToStart(
  { database, blobs, clock, placeOrder, readWaiting }: StartDependencies,
  waiting: WaitingOrder,
): Promise<Fate | undefined> {
  const { id, imageKey } = waiting;
  const image = imageKey === null ? undefined : await readImage(blobs, imageKey);
  if (image === 'gone') return decideFate({ problem: IMAGE_GONE });
  const read = await readWaiting(waiting, image);
  if ('closed' in read) {
    const seconds = Math.max(1, (read.until.getTime() - clock.now().getTime()) / 1000);
    return { kind: 'hold', seconds, message: read.closed };
  }
  if (!read.ok) return decideFate(read);
  const placed = await placeOrder({ ...read.value, waitingId: id });
  if (placed.ok) {
    // Its first request was accepted, and a repetition of it waited: the same job.
    if (placed.value.replayed) await database.query('delete from waiting_orders where id = $1', [id]);
    await discardImages(blobs, [imageKey]);
    return undefined;
  }
  return placed.isGone === true ? undefined : decideFate(placed);
}

const IMAGE_GONE = problem(
  'invalid_request',
  'The image of this order is not there any more; order it again.',
);

async function readImage(blobs: Blobs, key: string): Promise<Uint8Array | 'gone'> {
  try {
    return Buffer.concat(await blobs.read(key).toArray());
  } catch (error) {
    if (error instanceof BlobGone) return 'gone';
    throw error;
  }
}

async function readFirstRetry(database: Database, accountId: string): Promise<Date | null> {
  const [first] = await database.query<{ at: Date | null }>(
    'select min(retry_at) as at from waiting_orders where account_id = $1',
    [accountId],
  );
  return first?.at ?? null;
}

/** Ends the claim. An account that was woken meanwhile, as by the end of a job, stays due; one for which nothing waits is forgotten. */
async function release(
  database: Database,
  accountId: string,
  claimedUntil: Date,
  { at, message }: Next,
): Promise<void> {
  await database.query(
    `update waiting_queues set claimed_until = null,
       due_at = case when due_at = $2 then $3::timestamptz else due_at end,
       message = case when due_at = $2 then $4 end
     where account_id = $1 and claimed_until = $2`,
    [accountId, claimedUntil, at, message],
  );
  await database.query(
    `delete from waiting_queues where account_id = $1 and claimed_until is null and due_at is null
       and not exists (select from waiting_orders where account_id = $1)`,
    [accountId],
  );
}
