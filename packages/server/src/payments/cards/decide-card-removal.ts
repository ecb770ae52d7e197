import { type Problem, problem } from '@kinora/contract';

/** What must still be charged to the card on file. */
export interface CardNeeds {
  /** A subscription that is charged again at the end of its period. */
  readonly plan: boolean;
  /** An invoice that is not paid. */
  readonly invoice: boolean;
  /** Pay per use that is not invoiced yet. */
  readonly payPerUse: boolean;
  /** An auto-recharge that was requested and has not ended. */
  readonly recharge: boolean;
}

/** `card_in_use`, with every reason and its remedy, when the card must not be removed now. */
export function decideCardRemoval(needs: CardNeeds): Problem | undefined {
  const reasons = [
    needs.plan && (['plan', 'your plan is charged to it; cancel the plan first'] as const),
    needs.invoice && (['invoice', 'an invoice is unpaid; pay it first'] as const),
    needs.payPerUse &&
      ([
        'pay_per_use',
        'pay per use of this month is invoiced on the 1st; remove the card after that',
      ] as const),
    needs.recharge && (['recharge', 'an auto-recharge is in progress; retry in a minute'] as const),
  ].filter((reason) => reason !== false);
  if (reasons.length === 0) return undefined;
  const message = `The card is still needed: ${reasons.map(([, text]) => text).join('. Also, ')}.`;
  return problem('card_in_use', `${message} Or add another card, which replaces it.`, {
    needed_for: reasons.map(([name]) => name),
  });
}
