import { assert } from '@kinora/contract';

/** Money is an integer number of US cents; only texts for customers use dollars. */
export type Cents = number;

export function assertCents(amount: number): asserts amount is Cents {
  assert(Number.isSafeInteger(amount) && amount >= 0, `${amount} is not a whole number of cents`);
}

/** `numerator / denominator` rounded half up to a whole number of cents. Both are non-negative integers. */
export function divideCentsHalfUp(numerator: number, denominator: number): Cents {
  const rounded = Math.floor((2 * numerator + denominator) / (2 * denominator));
  assertCents(rounded);
  return rounded;
}

/** `1234` becomes `12.34`. */
export function formatUsd(amount: Cents): string {
  return (amount / 100).toFixed(2);
}
