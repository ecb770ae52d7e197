import type { Queryable } from '../db/database.ts';
import { insertSecurityEvent } from './security-event.ts';

export interface RefusedRefund {
  /** The id of the payment. */
  readonly purchase: string;
  readonly cents: number;
  /** The provider's. */
  readonly reason: string;
}

/** Records that the payment provider refused a refund for good: an operator has to look at it. */
export async function noteRefusedRefund(
  tx: Queryable,
  accountId: string,
  refused: RefusedRefund,
  at: Date,
): Promise<void> {
  const details = { ...refused };
  await insertSecurityEvent(tx, { kind: 'refund_refused', accountId, network: null, details }, at);
}
