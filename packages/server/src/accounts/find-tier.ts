import type { Tier } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { coalesce } from '../kernel/coalesce.ts';
import { tierOfPlan } from '../pricing/tiers.ts';
import type { TokenSubject } from './access-token.ts';
import { openAccount } from './create-account.ts';

/** The current tier of a token's account; undefined if the person was deleted since the token was issued. */
export type FindTier = (subject: TokenSubject) => Promise<Tier | undefined>;

const MAX_BATCH = 512;

/**
 * Finds the tier by the account's plan; concurrent requests share one query. The token has no tier claim,
 * so that a new plan applies to the next request, not to the next token. The account of an interrupted
 * sign-up is opened.
 */
export function createFindTier(database: Database, clock: Clock): FindTier {
  const findPlan = coalesce(
    async (ids: readonly string[]) => {
      const rows = await database.query<{ id: string; plan: 'pro' | 'max' | null }>(
        'select account_id as id, plan from funding_terms where account_id = any($1::uuid[])',
        [ids],
      );
      const found = new Map(rows.map(({ id, plan }) => [id, plan]));
      return ids.map((id) => found.get(id));
    },
    { maxBatch: MAX_BATCH },
  );

  return async ({ accountId, email }) => {
    const plan = await findPlan(accountId);
    if (plan !== undefined) return tierOfPlan(plan);
    return database.transaction(async (tx) => {
      // Locked, so that the person is not deleted before the account is opened.
      const people = await tx.query('select from auth_users where id = $1 for key share', [accountId]);
      if (people.length === 0) return undefined;
      await openAccount(tx, { id: accountId, email, operator: false }, clock.now());
      return 'free';
    });
  };
}
