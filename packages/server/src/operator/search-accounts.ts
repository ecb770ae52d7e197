import type { Queryable } from '../db/database.ts';
import { LAST_ID, readId } from '../kernel/ids.ts';

/** An account in a list. */
export interface FoundAccount {
  readonly id: string;
  readonly email: string;
  readonly createdAt: Date;
  readonly operator: boolean;
  readonly plan: 'pro' | 'max' | null;
  readonly balanceCents: number;
  readonly banned: boolean;
  readonly inReview: boolean;
  readonly suspended: boolean;
}

export interface AccountSearch {
  readonly search: string;
  readonly only: 'banned' | 'in_review' | 'suspended' | undefined;
  /** Only accounts before this one. */
  readonly before: string | undefined;
  readonly limit: number;
  /** Suspensions that end later are shown. */
  readonly at: Date;
}

const KEY_PREFIX = /^kn_/;
const ONLY = {
  banned: 'banned_at is not null',
  in_review: 'under_review_since is not null',
  suspended: 'accounts.id in (select account_id from suspensions where suspended_until > $3)',
} as const;
/** How many accounts with a prefix are considered. */
const MAX_MATCHES = 1_000;

/**
 * The accounts whose email address or key begins as searched for, or that have this id; newest first. An empty search
 * finds all. Each reads one index.
 */
export async function searchAccounts(
  db: Queryable,
  { search, only, before = LAST_ID, limit, at }: AccountSearch,
): Promise<FoundAccount[]> {
  const { sql, value } = candidatesOf(search);
  const values = [before, limit, at, ...(value === undefined ? [] : [value])];
  return db.query<FoundAccount>(
    `select accounts.id, email, accounts.created_at as "createdAt", operator, plan, prepaid_cents as "balanceCents",
       banned_at is not null as banned, under_review_since is not null as "inReview",
       coalesce(suspended_until > $3, false) as suspended
     from accounts join funding_accounts on funding_accounts.account_id = accounts.id
       join funding_terms on funding_terms.account_id = accounts.id
       left join suspensions on suspensions.account_id = accounts.id
     where accounts.id < $1 ${only === undefined ? '' : `and ${ONLY[only]}`}
       ${sql === undefined ? '' : `and accounts.id = any(array(${sql}))`}
     order by accounts.id desc limit $2`,
    values,
  );
}

function candidatesOf(search: string): { readonly sql?: string; readonly value?: string } {
  const id = readId(search);
  if (id !== undefined) return { sql: 'select $4::uuid', value: id };
  if (search === '') return {};
  if (KEY_PREFIX.test(search)) {
    return {
      sql: `select account_id from api_keys where ${beginsWith('prefix', '$4::text')}`,
      value: search,
    };
  }
  return { sql: `select id from accounts where ${beginsWith('lower(email)', 'lower($4)')}`, value: search };
}

/** Returns at most `MAX_MATCHES`. `like` would not use the index of a statement that is planned before its value is known. */
function beginsWith(column: string, value: string): string {
  return `${column} ~>=~ ${value} and ${column} ~<~ (${value} || chr(1114111)) limit ${MAX_MATCHES}`;
}

/** The id of the account with exactly this id or email address; undefined without one. */
export async function findAccount(db: Queryable, idOrEmail: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    'select id from accounts where id = $1 or lower(email) = lower($2) limit 1',
    [readId(idOrEmail) ?? null, idOrEmail],
  );
  return row?.id;
}
