import { type Problem, problem } from '@kinora/contract';
import { secondsToNextMonth } from '../kernel/clock.ts';
import { formatUsd } from '../kernel/money.ts';

/** The cap of one API key, and what its orders of this UTC month cost at list price. */
export interface KeyCap {
  readonly capCents: number;
  readonly spentCents: number;
}

/** The caps of an account, by key. */
export type KeyCaps = Readonly<Record<string, KeyCap>>;

/** The problem of an order at this list price with a key that has this cap. Problem: `key_cap_reached`. */
export function decideKeyCap(
  { capCents, spentCents }: KeyCap,
  priceCents: number,
  at: Date,
): Problem | undefined {
  if (spentCents + priceCents <= capCents) return undefined;
  const message =
    `This order costs ${formatUsd(priceCents)} USD, and the key has spent ${formatUsd(spentCents)} of the ` +
    `${formatUsd(capCents)} USD that it may spend this month. Nothing was charged. ` +
    'The owner of the account can raise the cap of the key, or use another key.';
  return {
    ...problem('key_cap_reached', message, { key_cap_cents: capCents, key_spent_cents: spentCents }),
    retryAfterSeconds: secondsToNextMonth(at),
  };
}
