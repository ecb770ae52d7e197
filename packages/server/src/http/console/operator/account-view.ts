import type { OperatorAccount, OperatorAccountDetail } from '@kinora/contract';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { planTitle } from '../../../catalogue/plans.ts';
import type { OperatedAccount } from '../../../operator/read-account.ts';
import type { FoundAccount } from '../../../operator/search-accounts.ts';

const GIB = 1024 ** 3;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const bytesOfGib = (gib: number): number => gib * GIB;

/** An account in the operator's lists. */
export function viewFoundAccount(account: FoundAccount, catalogue: Catalogue): OperatorAccount {
  return {
    id: account.id,
    email: account.email,
    created_at: account.createdAt.toISOString(),
    operator: account.operator,
    plan: account.plan,
    plan_title: account.plan && planTitle(catalogue, account.plan),
    balance_cents: account.balanceCents,
    banned: account.banned,
    in_review: account.inReview,
    suspended: account.suspended,
  };
}

export function viewAccount(account: OperatedAccount, catalogue: Catalogue): OperatorAccountDetail {
  const { terms, limits, standing } = account;
  const { bannedAt, banReason } = standing;
  return {
    ...viewFoundAccount(account, catalogue),
    ban: bannedAt === null ? null : { since: bannedAt.toISOString(), reason: banReason ?? '' },
    in_review_since: iso(standing.inReviewSince),
    suspended_until: iso(standing.suspendedUntil),
    sessions: standing.sessions,
    keys: account.keys.map(({ prefix, createdAt, revokedAt }) => ({
      prefix,
      created_at: createdAt.toISOString(),
      revoked_at: iso(revokedAt),
    })),
    plan_source: terms.planSource,
    plan_interval: terms.planInterval,
    plan_billing: terms.planBilling,
    price_list: terms.priceList,
    price_lists: catalogue.document.price_lists.map(({ id, title }) => ({ id, title })),
    pay_per_use: terms.payPerUse,
    cap_cents: terms.capCents,
    has_card: terms.cardAddedAt !== null,
    arrears_since: iso(terms.arrearsSince),
    auto_recharge_usd: terms.autoRechargeUsd,
    granted_cents: standing.grantedCents,
    on_hold_cents: standing.onHoldCents,
    month_end_cents: standing.monthEndCents,
    limits: {
      calls_per_minute: limits.callsPerMinute,
      jobs_at_once: limits.jobsAtOnce,
      videos_per_day: limits.videosPerDay,
      images_per_day: limits.imagesPerDay,
      stored_gib: limits.storedBytes === null ? null : limits.storedBytes / GIB,
    },
    default_limits: catalogue.document.new_accounts,
    activity: account.activity.map(({ interface: name, openJobs, images, videos, storedBytes }) => ({
      interface: name,
      open_jobs: openJobs,
      images_today: images,
      videos_today: videos,
      stored_bytes: storedBytes,
    })),
  };
}
