import type { Queryable } from '../../db/database.ts';

/** A claim as it is shown to the user who decides about it. */
export interface OpenClaim {
  readonly userCode: string;
  readonly clientName: string | null;
  readonly network: string;
  readonly amountUsd: 10 | 25 | 50 | 100 | null;
  readonly plan: 'pro' | 'max' | null;
  readonly interval: 'month' | 'year' | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export type ClaimDecision = 'approved' | 'denied';

const IS_OPEN = 'user_code = $1 and approved_at is null and denied_at is null and expires_at > $2';

/** The claim with this user code; undefined unless it is awaiting a decision. */
export async function findOpenClaim(
  db: Queryable,
  userCode: string,
  at: Date,
): Promise<OpenClaim | undefined> {
  const [claim] = await db.query<OpenClaim>(
    `select user_code as "userCode", client_name as "clientName", network, amount_usd as "amountUsd", plan,
       plan_interval as "interval", created_at as "createdAt", expires_at as "expiresAt"
     from key_claims where ${IS_OPEN}`,
    [userCode, at],
  );
  return claim;
}

/**
 * Records the account's decision about a claim; false if the claim is no longer open. Only the first decision
 * counts.
 */
export async function recordDecision(
  db: Queryable,
  { userCode, accountId, decision }: { userCode: string; accountId: string; decision: ClaimDecision },
  at: Date,
): Promise<boolean> {
  const column = decision === 'approved' ? 'approved_at' : 'denied_at';
  const rows = await db.query(
    `update key_claims set account_id = $3, ${column} = $2 where ${IS_OPEN} returning id`,
    [userCode, at, accountId],
  );
  return rows.length === 1;
}

const RETENTION_MS = 86_400_000;

/** Deletes claims a day after they expire; until then their terminals can poll the outcome. */
export async function sweepClaims(db: Queryable, at: Date): Promise<void> {
  await db.query('delete from key_claims where expires_at < $1', [new Date(at.getTime() - RETENTION_MS)]);
}
