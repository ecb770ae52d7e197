import { type Problem, problem } from '@kinora/contract';
import type { Funds } from '../../funding/decide-funding.ts';

const GIB = 1024 ** 3;

/** The kinds of accounts that have a quota of stored bytes; `prepaid` has paid and has no plan. */
export const storageTiers = ['free', 'prepaid', 'pro', 'max'] as const;
export type StorageTier = (typeof storageTiers)[number];

/** Bytes of results that an account may keep at once, by tier. */
export type StorageQuotas = Readonly<Record<StorageTier, number>>;

export const DEFAULT_STORAGE_QUOTAS: StorageQuotas = {
  free: 2 * GIB,
  prepaid: 20 * GIB,
  pro: 50 * GIB,
  max: 100 * GIB,
};

/** What an account keeps, on both interfaces. */
export interface Storage {
  readonly storedBytes: number;
  /** Set by the operator for this account; null for the quota of its tier. */
  readonly storedBytesLimit: number | null;
}

/**
 * The problem of an account whose results use its whole quota. A job in progress is not counted, because its size is not
 * known, so an account may exceed its quota by the results of its jobs at once. Problem: `storage_quota_reached`.
 */
export function decideStorage(
  { storedBytes, storedBytesLimit }: Storage,
  { plan, hasPaid }: Pick<Funds, 'plan' | 'hasPaid'>,
  quotas: StorageQuotas,
): Problem | undefined {
  const quota =
    storedBytesLimit ?? quotas[storageTiers.find((tier) => tier === plan) ?? (hasPaid ? 'prepaid' : 'free')];
  if (storedBytes < quota) return undefined;
  const message =
    `The results of this account use ${gib(storedBytes)} GiB of its ${gib(quota)} GiB. Nothing was charged. ` +
    'Delete results that you no longer need, or wait: each is deleted 7 days after its job ended.';
  return problem('storage_quota_reached', message, { stored_bytes: storedBytes, quota_bytes: quota });
}

function gib(bytes: number): string {
  return (bytes / GIB).toFixed(bytes < GIB / 10 ? 4 : 1);
}
