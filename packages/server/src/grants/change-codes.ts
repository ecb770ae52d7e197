import type { Queryable } from '../db/database.ts';
import type { Cents } from '../kernel/money.ts';
import { CODE_KEY, keyOfTyped } from './grant-code.ts';

export interface NewCode {
  /** As `nameCode` or `drawCode` returns it. */
  readonly code: string;
  readonly amountCents: Cents;
  /** How many accounts may redeem it. */
  readonly uses: number;
  /** Until when it can be redeemed; null for no end. */
  readonly expiresAt: Date | null;
  /** How many days what it grants is valid; null for no end. */
  readonly grantDays: number | null;
}

/** Creates a code; false if there is one with the same letters. */
export async function createCode(tx: Queryable, code: NewCode, at: Date): Promise<boolean> {
  const created = await tx.query(
    `insert into grant_codes (code, amount_cents, uses, expires_at, grant_days, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning code`,
    [code.code, code.amountCents, code.uses, code.expiresAt, code.grantDays, at],
  );
  return created.length === 1;
}

/** Ends a code, so that nobody redeems it any more; what it has granted stays. Returns it, or nothing if there is none. */
export async function endCode(tx: Queryable, typed: string, at: Date): Promise<string | undefined> {
  const [ended] = await tx.query<{ code: string }>(
    `update grant_codes set ended_at = coalesce(ended_at, $2) where ${CODE_KEY} = $1 returning code`,
    [keyOfTyped(typed), at],
  );
  return ended?.code;
}

export interface ListedCode extends NewCode {
  readonly used: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** The codes, newest first. */
export async function listCodes(db: Queryable, limit: number): Promise<ListedCode[]> {
  return db.query<ListedCode>(
    `select code, amount_cents as "amountCents", uses, used, expires_at as "expiresAt", grant_days as "grantDays",
       created_at as "createdAt", ended_at as "endedAt"
     from grant_codes order by created_at desc, code limit $1`,
    [limit],
  );
}
