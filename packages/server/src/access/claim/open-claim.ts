import type { Queryable } from '../../db/database.ts';

/** A claim as it is shown to the user who decides about it. */
export interface OpenClaim {
  readonly userCode: string;
  readonly clientName: string | null;
  readonly network: string;
  readonly amountUsd: 10 | 25 | 50 | 100 | null;
  readonly plan: string | null;
  readonly interval: 'month' | 'year' | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export type ClaimDecision = 'approved' | 'denied';

const IS_OPEN =
  'user_code = $1 and approved_at is null and denied_at is null and displaced_at is null and expires_at > $2';

/** How many claims one person can keep from making room for others. */
const ATTENDED_PER_ACCOUNT_MAX = 5;

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

/** Whether this person has opened the page of the claim, so that its user code is not a guess. */
export async function attends(db: Queryable, userCode: string, accountId: string): Promise<boolean> {
  const rows = await db.query('select from key_claims where user_code = $1 and attended_by = $2', [
    userCode,
    accountId,
  ]);
  return rows.length === 1;
}

/**
 * Marks a claim whose page a signed-in person has opened: it no longer makes room for new ones. Only the latest five of a
 * person are marked, or a few people could keep the service full.
 */
export async function attendClaim(
  db: Queryable,
  userCode: string,
  accountId: string,
  at: Date,
): Promise<void> {
  await db.query(
    `update key_claims set attended_by = $3, attended_at = $2 where ${IS_OPEN} and attended_by is null`,
    [userCode, at, accountId],
  );
  await db.query(
    `update key_claims set attended_by = null, attended_at = null where id in (
       select id from key_claims where attended_by = $1 order by attended_at desc, id desc offset $2)`,
    [accountId, ATTENDED_PER_ACCOUNT_MAX],
  );
}

/** Ends the claims that the account has approved and whose terminals have no key yet. */
export async function withdrawApprovals(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await tx.query(
    `update key_claims set expires_at = $2
     where account_id = $1 and approved_at is not null and claimed_at is null and expires_at > $2`,
    [accountId, at],
  );
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
