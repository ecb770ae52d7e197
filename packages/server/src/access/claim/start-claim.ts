import {
  claimSeconds,
  ok,
  type PayStartRequest,
  type Problem,
  problem,
  type Result,
  refused,
} from '@kinora/contract';
import { type Database, isUniqueViolation, type Queryable } from '../../db/database.ts';
import { newId, sha256 } from '../../kernel/ids.ts';
import { newCode, newUserCode } from './claim-codes.ts';

const OPEN_PER_NETWORK_MAX = 5;
const OPEN_MAX = 1000;
const DEFAULT_AMOUNT_USD = 10;
// An arbitrary number that no other advisory lock uses.
const CLAIMS_LOCK = 7_215_310;
const TRIES = 5;

export interface StartedClaim {
  /** Returned to the terminal and never stored. */
  readonly code: string;
  readonly userCode: string;
}

/**
 * Opens a claim for a terminal of this network. With a thousand open in all, the oldest that nobody attends makes room.
 * Problems: `claims_per_client_limit` with five open, `claims_busy` when somebody attends each of the thousand.
 */
export async function startClaim(
  database: Database,
  request: PayStartRequest,
  network: string,
  at: Date,
): Promise<Result<StartedClaim, Problem>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction((tx) => openClaim(tx, request, network, at));
    } catch (error) {
      // The user code, one of 25 billion, is in use: try another one.
      if (attempt === TRIES || !isUniqueViolation(error, 'key_claims_user_code_key')) throw error;
    }
  }
}

async function openClaim(
  tx: Queryable,
  request: PayStartRequest,
  network: string,
  at: Date,
): Promise<Result<StartedClaim, Problem>> {
  // One advisory lock for all claims: both limits count rows, and row locks do not prevent inserts.
  await tx.query('select pg_advisory_xact_lock($1)', [CLAIMS_LOCK]);
  const limited = await checkLimits(tx, network, at);
  if (limited !== undefined) return refused(limited);
  const claim = { code: newCode(), userCode: newUserCode() };
  const plan = request.plan ?? null;
  await tx.query(
    `insert into key_claims (id, code_hash, user_code, network, client_name, amount_usd, plan, plan_interval,
       created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      newId(),
      sha256(claim.code),
      claim.userCode,
      network,
      request.client_name ?? null,
      plan === null ? (request.amount_usd ?? DEFAULT_AMOUNT_USD) : null,
      plan,
      plan === null ? null : (request.interval ?? 'month'),
      at,
      new Date(at.getTime() + claimSeconds * 1000),
    ],
  );
  return ok(claim);
}

const UNDECIDED = 'denied_at is null and claimed_at is null and expires_at > $1';

interface OpenCount {
  readonly count: number;
  readonly ends: Date | null;
}

async function checkLimits(tx: Queryable, network: string, at: Date): Promise<Problem | undefined> {
  const select = 'select count(*) as count, min(expires_at) as ends from key_claims where';
  // A claim that made room counts towards its network until it would have expired: otherwise one network could push out
  // the claims of all others, five at a time.
  const [ofNetwork] = await tx.query<OpenCount>(`${select} ${UNDECIDED} and network = $2`, [at, network]);
  if (ofNetwork !== undefined && ofNetwork.count >= OPEN_PER_NETWORK_MAX) {
    const message = 'Five sign-in codes are open from your network; finish one, or wait until one expires.';
    return { ...problem('claims_per_client_limit', message), ...retryAt(ofNetwork.ends, at) };
  }
  const [all] = await tx.query<OpenCount>(`${select} ${UNDECIDED} and displaced_at is null`, [at]);
  if (all !== undefined && all.count >= OPEN_MAX && !(await displaceOldest(tx, at))) {
    const message = 'Too many sign-in codes are open right now; retry in a while.';
    return { ...problem('claims_busy', message), ...retryAt(all.ends, at) };
  }
  return undefined;
}

/** Ends the oldest open claim that nobody has attended to or approved; false when there is none. */
async function displaceOldest(tx: Queryable, at: Date): Promise<boolean> {
  const displaced = await tx.query(
    `update key_claims set displaced_at = $1 where id = (
       select id from key_claims
       where ${UNDECIDED} and displaced_at is null and attended_by is null and approved_at is null
       order by created_at, id limit 1 for update skip locked) returning id`,
    [at],
  );
  return displaced.length === 1;
}

function retryAt(end: Date | null, at: Date): { retryAfterSeconds?: number } {
  return end === null ? {} : { retryAfterSeconds: Math.ceil((end.getTime() - at.getTime()) / 1000) };
}
