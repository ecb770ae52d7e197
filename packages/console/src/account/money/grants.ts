import type { Purchase } from '@kinora/contract';

/** What is left of an addition to the balance, in cents. */
export function leftOf({
  amount_cents: amount,
  spent_cents: spent,
  expired_cents: expired = 0,
}: Purchase): number {
  return amount - spent - expired;
}

/** The grant that expires next, of those with something left; undefined if none expires. */
export function nextToExpire(purchases: readonly Purchase[]): { cents: number; at: string } | undefined {
  const expiring = purchases.flatMap((purchase) => {
    const { expires_at: at } = purchase;
    const cents = leftOf(purchase);
    return at != null && cents > 0 ? [{ at, cents }] : [];
  });
  return expiring.toSorted((one, other) => one.at.localeCompare(other.at))[0];
}
