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
 * Opens a claim for a terminal of this network. Problems: `claims_per_client_limit` with five open,
 * `claims_busy` with a thousand open in all.
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

async function checkLimits(tx: Queryable, network: string, at: Date): Promise<Problem | undefined> {
  const [open] = await tx.query<{
    all: number;
    ofNetwork: number;
    ofNetworkEnds: Date | null;
    allEnds: Date | null;
  }>(
    `select count(*) as "all", count(*) filter (where network = $1) as "ofNetwork",
       min(expires_at) filter (where network = $1) as "ofNetworkEnds", min(expires_at) as "allEnds"
     from key_claims where denied_at is null and claimed_at is null and expires_at > $2`,
    [network, at],
  );
  if (open === undefined) return undefined;
  if (open.ofNetwork >= OPEN_PER_NETWORK_MAX) {
    const message = 'Five sign-in codes are open from your network; finish one, or wait until one expires.';
    return { ...problem('claims_per_client_limit', message), ...retryAt(open.ofNetworkEnds, at) };
  }
  if (open.all >= OPEN_MAX) {
    const message = 'Too many sign-in codes are open right now; retry in a while.';
    return { ...problem('claims_busy', message), ...retryAt(open.allEnds, at) };
  }
  return undefined;
}

function retryAt(end: Date | null, at: Date): { retryAfterSeconds?: number } {
  return end === null ? {} : { retryAfterSeconds: Math.ceil((end.getTime() - at.getTime()) / 1000) };
}
