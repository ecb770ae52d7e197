import { type Problem, problem } from '@kinora/contract';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Funds } from '../../funding/decide-funding.ts';

const GIB = 1024 ** 3;

/** Bytes of results that an account with this plan may keep at once; one without a plan keeps more once it has paid. */
function quotaOf(catalogue: Catalogue, { plan, hasPaid }: Pick<Funds, 'plan' | 'hasPaid'>): number {
  const { free, prepaid } = catalogue.document.stored_gib;
  const ofPlan = plan === null ? undefined : catalogue.plan(plan)?.stored_gib;
  return Math.floor((ofPlan ?? (hasPaid ? prepaid : free)) * GIB);
}

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
  payer: Pick<Funds, 'plan' | 'hasPaid'>,
  catalogue: Catalogue,
): Problem | undefined {
  const quota = storedBytesLimit ?? quotaOf(catalogue, payer);
  if (storedBytes < quota) return undefined;
  const message =
    `The results of this account use ${gib(storedBytes)} GiB of its ${gib(quota)} GiB. Nothing was charged. ` +
    'Delete results that you no longer need, or wait: each is deleted 7 days after its job ended.';
  return problem('storage_quota_reached', message, { stored_bytes: storedBytes, quota_bytes: quota });
}

function gib(bytes: number): string {
  return (bytes / GIB).toFixed(bytes < GIB / 10 ? 4 : 1);
}
