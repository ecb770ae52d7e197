import { assert, type Me } from '@kinora/contract';
import type { FastifyRequest } from 'fastify';
import type { FindStanding } from '../../accounts/find-standing.ts';
import type { AccountState } from '../../admit/accept/decide-request.ts';
import type { ReadAccountState } from '../../admit/read-account-state.ts';
import { orderTermsOf } from '../../catalogue/order-terms.ts';
import { type TierRule, tierOfPlan } from '../../catalogue/tiers.ts';
import { creditsLeft } from '../../funding/decide-credits.ts';
import { nextMonthStart } from '../../kernel/clock.ts';
import { tokenSubjectOf } from './authenticate-by-token.ts';

export interface AccountViewDependencies {
  readonly findStanding: FindStanding;
  readonly readAccountState: ReadAccountState;
}

/** The state of the signed-in account, on which its next order would be decided; undefined if it was deleted. */
export async function readCaller(
  request: FastifyRequest,
  { findStanding, readAccountState }: AccountViewDependencies,
): Promise<AccountState | undefined> {
  const subject = tokenSubjectOf(request);
  // Opens the account if it does not exist yet.
  if ((await findStanding(subject)) === undefined) return undefined;
  const account = { accountId: subject.accountId, interface: 'job_api', key: null } as const;
  const state = await readAccountState(account);
  assert(state !== undefined, 'an open account has funds');
  return state;
}

/** What GET /me returns for an account in this state. */
export function viewAccount(
  { accountId, email }: { readonly accountId: string; readonly email: string },
  { catalogue, funds, usedCredits, activity }: AccountState,
  now: Date,
): Me {
  const tier = tierOfPlan(catalogue, funds.plan);
  const { types, rule } = orderTermsOf(catalogue, tier, 'credits');
  const balance = orderTermsOf(catalogue, tier, 'balance');
  return {
    account_id: accountId,
    email,
    tier,
    types: [...types],
    limits: viewLimits(rule),
    open_jobs: activity.openJobs,
    credits: {
      per_month: rule.creditsPerMonth,
      left: creditsLeft(catalogue, funds.plan, usedCredits),
      resets_at: nextMonthStart(now).getTime() / 1000,
    },
    balance: {
      cents: funds.prepaidCents,
      types: [...balance.types],
      limits: viewLimits(balance.rule),
    },
  };
}

export function viewLimits(rule: TierRule): Me['limits'] {
  return {
    image_longest_side: rule.longestSide.image,
    video_longest_side: rule.longestSide.video,
    video_frames: rule.frames,
    jobs_at_once: rule.jobsAtOnce,
    calls_per_minute: rule.callsPerMinute,
  };
}
