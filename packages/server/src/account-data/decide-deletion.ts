import { type Problem, problem } from '@kinora/contract';
import { formatUsd } from '../kernel/money.ts';

/** What keeps an account from being deleted. Amounts are whole US cents. */
export interface Obligations {
  /** A card declined an invoice. */
  readonly isInArrears: boolean;
  /** Pay per use that is not charged yet, or is being charged. Not what the operator collects. */
  readonly owedCents: number;
  /** An auto-recharge or a refund is at the payment provider. */
  readonly hasOpenPayment: boolean;
  readonly balanceCents: number;
}

/**
 * Whether the account may be deleted now. A balance must be named to be forfeited, so that nobody loses one without
 * knowing. Problem: `deletion_blocked`.
 */
export function decideDeletion(
  { isInArrears, owedCents, hasOpenPayment, balanceCents }: Obligations,
  forfeitCents: number,
): Problem | undefined {
  const blocked = (message: string): Problem =>
    problem('deletion_blocked', message, { balance_cents: balanceCents });
  if (isInArrears) return blocked('An invoice is unpaid; pay it first.');
  if (owedCents > 0) {
    const usd = formatUsd(owedCents);
    const message = `You owe ${usd} USD for pay per use, which is charged to your card after the end of the month; delete the account once it is paid.`;
    return blocked(message);
  }
  if (hasOpenPayment) {
    return blocked('A payment or a refund is in progress; try again in a few minutes.');
  }
  if (balanceCents !== forfeitCents) {
    const message = `Your balance is ${formatUsd(balanceCents)} USD; confirm that you forfeit exactly that.`;
    return blocked(message);
  }
  return undefined;
}
