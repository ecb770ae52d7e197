import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../access/network.ts';
import type { Database } from '../../db/database.ts';
import { readId } from '../../kernel/ids.ts';
import { readPaymentState } from '../../payments/payment.ts';
import type { PaymentEffects } from '../../payments/payment-effects.ts';
import { refundPayment } from '../../payments/refund/refund-payment.ts';
import {
  insertSecurityEvent,
  logSecurityEvent,
  type SecurityEvent,
} from '../../security-log/security-event.ts';

/**
 * Refunds a purchase by card for the signed-in person, with an event in the security log. A balance that the operator
 * granted has no payment to refund, so it is `unknown`.
 */
export async function refundByCard(
  { database, effects }: { readonly database: Database; readonly effects: PaymentEffects },
  request: FastifyRequest,
  accountId: string,
  typedId: string,
): Promise<Awaited<ReturnType<typeof refundPayment>>> {
  const purchase = readId(typedId);
  if (purchase === undefined || (await readPaymentState(database, accountId, purchase)) === undefined) {
    return 'unknown';
  }
  const network = networkOf(request.ip);
  const event: SecurityEvent = { kind: 'refund_requested', accountId, network, details: { purchase } };
  const outcome = await refundPayment(database, effects, accountId, purchase, (tx, at) =>
    insertSecurityEvent(tx, event, at),
  );
  if (outcome === 'refunded') logSecurityEvent(request.log, event);
  return outcome;
}
