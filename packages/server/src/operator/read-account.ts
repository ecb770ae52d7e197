import { type AccountLimits, readLimits } from '../admit/accept/account-limits.ts';
import type { Queryable } from '../db/database.ts';
import { type FundingTerms, readTerms } from '../funding/terms.ts';
import { isoDate, monthStart } from '../kernel/clock.ts';
import { type FoundAccount, searchAccounts } from './search-accounts.ts';

/** Everything about an account but its ledger. */
export interface OperatedAccount extends FoundAccount {
  readonly terms: FundingTerms;
  readonly limits: AccountLimits;
  readonly standing: AccountStanding;
  readonly keys: readonly ListedKey[];
  readonly activity: readonly ListedActivity[];
}

interface AccountStanding {
  readonly bannedAt: Date | null;
  readonly banReason: string | null;
  readonly inReviewSince: Date | null;
  readonly suspendedUntil: Date | null;
  readonly sessions: number;
  readonly grantedCents: number;
  readonly onHoldCents: number;
  readonly monthEndCents: number;
}

interface ListedKey {
  readonly prefix: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

interface ListedActivity {
  readonly interface: 'v1' | 'job_api';
  readonly openJobs: number;
  readonly images: number;
  readonly videos: number;
  readonly storedBytes: number;
}

const KEYS_SHOWN = 20;

/** Undefined when there is no such account. */
export async function readAccount(
  db: Queryable,
  accountId: string,
  at: Date,
): Promise<OperatedAccount | undefined> {
  const all = { search: accountId, only: undefined, before: undefined, limit: 1, at };
  const [[account], terms, limits, [standing], keys, activity] = await Promise.all([
    searchAccounts(db, all),
    readTerms(db, accountId),
    readLimits(db, accountId),
    readStanding(db, accountId, at),
    db.query<ListedKey>(
      `select prefix, created_at as "createdAt", revoked_at as "revokedAt" from api_keys where account_id = $1
       order by revoked_at is not null, created_at desc limit $2`,
      [accountId, KEYS_SHOWN],
    ),
    db.query<ListedActivity>(
      `select interface, open_jobs as "openJobs", case when day = $2 then images else 0 end as images,
         case when day = $2 then videos else 0 end as videos, stored_bytes as "storedBytes"
       from account_activity where account_id = $1 order by interface desc`,
      [accountId, isoDate(at)],
    ),
  ]);
  if (account === undefined || terms === undefined || standing === undefined) return undefined;
  return { ...account, terms, limits, standing, keys, activity };
}

/** Open jobs were ordered in this month or the one before. */
function readStanding(db: Queryable, accountId: string, at: Date): Promise<AccountStanding[]> {
  const month = monthStart(at);
  const before = monthStart(new Date(month.getTime() - 1));
  return db.query<AccountStanding>(
    `select banned_at as "bannedAt", ban_reason as "banReason", under_review_since as "inReviewSince",
       (select suspended_until from suspensions where account_id = $1 and suspended_until > $4) as "suspendedUntil",
       (select count(*) from auth_sessions where user_id = $1 and expires_at > now()) as sessions,
       (select coalesce(sum(amount_cents - spent_cents), 0)::bigint from purchases
        where account_id = $1 and not is_spent and refundable_until is null and (expires_at is null or expires_at > $4))
         as "grantedCents",
       (select coalesce(sum(prepaid_cents + month_end_cents), 0)::bigint from charges
        where account_id = $1 and month >= $3 and state = 'held') as "onHoldCents",
       coalesce((select month_end_cents from usage_months where account_id = $1 and month = $2), 0) as "monthEndCents"
     from accounts where id = $1`,
    [accountId, isoDate(month), isoDate(before), at],
  );
}
