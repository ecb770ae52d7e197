import { invalidField, type Problem } from '@kinora/contract';
import type { Plans } from '../catalogue/plans.ts';
import { formatUsd } from '../kernel/money.ts';

/** What a grant depends on, as read under the account's lock. */
export interface GrantSituation {
  readonly planSource: 'web' | 'app_store' | 'operator' | null;
  readonly planBilling: 'none' | 'manual' | null;
  readonly cardAddedAt: Date | null;
  /** Month-end charges of months without an invoice. */
  readonly unbilledCents: number;
  /** Invoices that the card has not paid. */
  readonly unpaidInvoices: number;
}

/** The plan to grant; null ends the present one. */
export type Grant = { readonly name: string; readonly billing: 'none' | 'manual' } | null;

/**
 * The problem of granting or ending a plan; undefined for none. A subscription that is paid for is not overwritten,
 * what is owed always has somebody who collects it, and an invoice that a card has not paid stays that card's.
 */
export function decidePlanGrant(
  grant: Grant,
  catalogue: Plans,
  { planSource, planBilling, cardAddedAt, unbilledCents, unpaidInvoices }: GrantSituation,
): Problem | undefined {
  if (grant !== null && catalogue.plan(grant.name) === undefined) {
    const plans = catalogue.plans.map(({ id }) => id).join(', ');
    return invalidField('plan', `must be one of ${plans}: there is no plan ${grant.name}`);
  }
  if (planSource === 'web') {
    return invalidField(
      'plan',
      'the account pays for its plan by a subscription; grant one after the subscription has ended',
    );
  }
  if (grant === null && planSource === null) return invalidField('plan', 'the account has no plan to end');
  const leavesManual = planBilling === 'manual' && grant?.billing !== 'manual';
  if (leavesManual && unbilledCents > 0 && cardAddedAt === null) {
    const owed = `${formatUsd(unbilledCents)} USD`;
    return invalidField(
      'billing',
      `${owed} of month-end charges have no invoice yet and no card to pay it; keep billing manual until the month is invoiced`,
    );
  }
  if (grant?.billing === 'manual' && unpaidInvoices > 0) {
    return invalidField('billing', 'an invoice to the card is unpaid; billing can be manual once it is paid');
  }
  return undefined;
}
