import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Cents } from '../kernel/money.ts';
import { type Draw, drawFrom } from '../ledger/posting.ts';
import { type Funds, payPerUseFunds } from './decide-funding.ts';

/** The price of results that are kept above what is included: a GiB for a month, by the day. */

export const GIB = 1024 ** 3;

/**
 * Bytes of results that an account keeps at no charge: what the operator set for it, or what its plan includes. One without a
 * plan keeps more once it has paid.
 */
export function includedBytes(
  { plan: planOf, document }: Pick<Catalogue, 'plan' | 'document'>,
  { plan, hasPaid }: Pick<Funds, 'plan' | 'hasPaid'>,
  limitBytes: number | null,
): number {
  const { free, prepaid } = document.stored_gib;
  const ofPlan = plan === null ? undefined : planOf(plan)?.stored_gib;
  return limitBytes ?? Math.floor((ofPlan ?? (hasPaid ? prepaid : free)) * GIB);
}

/** The least that this catalogue includes for any account whose operator set nothing else. */
export function minIncludedBytes({ document, plans }: Pick<Catalogue, 'document' | 'plans'>): number {
  const { free, prepaid } = document.stored_gib;
  return Math.floor(Math.min(free, prepaid, ...plans.map(({ stored_gib: gib }) => gib)) * GIB);
}

/** Bytes above what is included that the account could pay for a whole month. */
export function payableBytes({ document }: Pick<Catalogue, 'document'>, funds: Funds): number {
  const price = document.storage.cents_per_gib_month;
  if (price === null) return 0;
  const { prepaidCents, monthEndCents } = payPerUseFunds(funds);
  return Math.floor(((prepaidCents + monthEndCents) / price) * GIB);
}

/**
 * What the measured days of a month cost, half cents rounded up. `byteCents` is the sum over those days of the bytes above what
 * was included times the price of the day; a day is its part of the month, however many days were measured.
 */
export function monthCost(byteCents: bigint, daysInMonth: number): Cents {
  const monthOfGib = BigInt(GIB) * BigInt(daysInMonth);
  return Number((2n * byteCents + monthOfGib) / (2n * monthOfGib));
}

export interface StorageCharge {
  readonly draws: readonly Draw[];
  readonly prepaidCents: Cents;
  readonly monthEndCents: Cents;
}

/** How `dueCents` are paid: from the balance as far as it goes, then at month end under the cap. What is left is not charged. */
export function decideStorageCharge(funds: Funds, dueCents: Cents): StorageCharge {
  const most = payPerUseFunds(funds);
  const prepaid = Math.min(dueCents, most.prepaidCents);
  const draws = drawFrom(funds.purchases, prepaid);
  if (draws === undefined) throw new Error('the balance is the sum of its purchases');
  return { draws, prepaidCents: prepaid, monthEndCents: Math.min(dueCents - prepaid, most.monthEndCents) };
}
