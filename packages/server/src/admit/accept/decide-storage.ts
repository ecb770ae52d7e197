import { type Problem, problem } from '@kinora/contract';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Funds } from '../../funding/decide-funding.ts';
import { GIB, includedBytes, payableBytes } from '../../funding/decide-storage-charge.ts';
import { formatUsd } from '../../kernel/money.ts';

/** What an account keeps, on both interfaces. */
export interface Storage {
  readonly storedBytes: number;
  /** Set by the operator for this account; null for the quota of its tier. */
  readonly storedBytesLimit: number | null;
}

/**
 * The problem of an account whose results use its whole quota: what is included, and what more it can pay for. A job in progress is not counted, because its size is not
 * known, so an account may exceed its quota by the results of its jobs at once. Problem: `storage_quota_reached`.
 */
export function decideStorage(
  { storedBytes, storedBytesLimit }: Storage,
  payer: Funds,
  catalogue: Catalogue,
): Problem | undefined {
  const quota = includedBytes(catalogue, payer, storedBytesLimit) + payableBytes(catalogue, payer);
  if (storedBytes < quota) return undefined;
  const message =
    `The results of this account use ${gib(storedBytes)} of its ${gib(quota)}. Nothing was charged. ` +
    `Delete results that you no longer need, or wait: each that is not kept is deleted 7 days after its job ended.${moreFor(catalogue)}`;
  return problem('storage_quota_reached', message, { stored_bytes: storedBytes, quota_bytes: quota });
}

/** What may be added where more is sold. */
export function moreFor({ document }: Catalogue): string {
  const price = document.storage.cents_per_gib_month;
  if (price === null) return '';
  return ` With a larger balance, or with room under the cap of a plan that pays per use, you can keep more, for ${formatUsd(price)} USD a GiB and month.`;
}

export function gib(bytes: number): string {
  return `${(bytes / GIB).toFixed(bytes < GIB / 10 ? 4 : 1)} GiB`;
}
