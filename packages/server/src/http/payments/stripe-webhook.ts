import { invalidRequest } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { ApplyPaymentEvent } from '../../payments/apply-payment-event.ts';
import type { PaymentEvent } from '../../payments/payment-event.ts';
import { sendProblem } from '../problem-handler.ts';
import { receiveBody } from '../request/receive-body.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;

export type ReadWebhook = (body: Buffer, signature: string) => Promise<PaymentEvent | 'forged' | undefined>;

interface WebhookDependencies {
  readonly readWebhook: ReadWebhook;
  readonly apply: ApplyPaymentEvent;
}

/**
 * POST /webhooks/stripe. The signature covers the bytes of the body, so they are checked before they are parsed. Status
 * 200 means that the effect is committed; after any other status Stripe sends the event again.
 */
export function stripeWebhookRoutes(
  routes: FastifyInstance,
  { readWebhook, apply }: WebhookDependencies,
): void {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser('*', receiveBody);
  routes.post('/stripe', { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const signature = request.headers['stripe-signature'];
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const event = await readWebhook(body, typeof signature === 'string' ? signature : '');
    if (event === 'forged') {
      const message = 'does not match the body and the webhook secret';
      return sendProblem(reply, invalidRequest([{ path: 'Stripe-Signature', message }]));
    }
    if (event !== undefined) await apply(event);
    return reply.send({ received: true });
  });
}
