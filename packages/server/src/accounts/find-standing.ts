import type { Tier } from '@kinora/contract';
import { isRejectionRecent, isSuspended } from '../access/rejections.ts';
import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import { tierOfPlan } from '../catalogue/tiers.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { findTogether } from '../kernel/coalesce.ts';
import type { TokenSubject } from './access-token.ts';
import { openAccount } from './create-account.ts';

/** What decides now whether and how the account of a token is served. */
export interface Standing {
  readonly accountId: string;
  readonly tier: Tier;
  readonly suspendedUntil: Date | undefined;
  /** A request of the account was rejected within the window, so its next acceptance is evaluated too. */
  readonly recentlyRejected: boolean;
  /** The price list of the account; null without one. */
  readonly priceList: string | null;
}

/** Undefined if the person was deleted since the token was issued. */
export type FindStanding = (subject: TokenSubject) => Promise<Standing | undefined>;

interface StandingRow {
  readonly id: string;
  readonly plan: string | null;
  readonly priceList: string | null;
  readonly suspendedUntil: Date | null;
  readonly rejectedAt: Date | null;
}

/**
 * Finds the tier by the account's plan; concurrent requests share one query. The token has no tier claim,
 * so that a new plan, and a suspension, apply to the next request, not to the next token. The account of an
 * interrupted sign-up is opened.
 */
export function createFindStanding(database: Database, clock: Clock, catalogue: OpenCatalogue): FindStanding {
  const findRow = findTogether((ids) =>
    database.query<StandingRow>(
      `select accounts.id, plan, price_list as "priceList", suspended_until as "suspendedUntil", rejected_at as "rejectedAt"
       from accounts join funding_terms on funding_terms.account_id = accounts.id
         left join suspensions on suspensions.account_id = accounts.id
       where accounts.id = any($1::uuid[]) and accounts.deleted_at is null`,
      [ids],
    ),
  );

  return async ({ accountId, email }) => {
    const at = clock.now();
    const row = await findRow(accountId);
    if (row === undefined) {
      return database.transaction(async (tx) => {
        // Locked, so that the person is not deleted before the account is opened.
        const people = await tx.query('select from auth_users where id = $1 for key share', [accountId]);
        if (people.length === 0) return undefined;
        await openAccount(tx, { id: accountId, email, operator: false }, at);
        return {
          accountId,
          tier: 'free',
          suspendedUntil: undefined,
          recentlyRejected: false,
          priceList: null,
        };
      });
    }
    return {
      accountId,
      tier: tierOfPlan(catalogue.now(), row.plan),
      suspendedUntil: isSuspended(row.suspendedUntil, at) ? row.suspendedUntil : undefined,
      recentlyRejected: isRejectionRecent(row.rejectedAt, at),
      priceList: row.priceList,
    };
  };
}
