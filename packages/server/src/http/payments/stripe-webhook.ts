import { invalidRequest } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { ApplyPaymentEvent } from '../../payments/apply-payment-event.ts';
import type { PaymentEvent } from '../../payments/payment-event.ts';
import { sendProblem } from '../problem-handler.ts';
import { receiveBody } from '../request/receive-body.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;

interface Webhook {
  readonly type: string;
  /** Undefined if nothing happens, with the reason. */
  readonly event: PaymentEvent | undefined;
  readonly ignored: string | undefined;
}

export type ReadWebhook = (body: Buffer, signature: string) => Promise<Webhook | 'forged'>;

interface WebhookDependencies {
  readonly readWebhook: ReadWebhook;
  readonly apply: ApplyPaymentEvent;
}

/**
 * POST /webhooks/stripe. The signature covers the bytes of the body, so they are checked before they are parsed. Status
 * 200 means that the effect is committed, or that there is none, which the log has with its reason; after any other status
 * Stripe sends the event again.
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
    const webhook = await readWebhook(body, typeof signature === 'string' ? signature : '');
    if (webhook === 'forged') {
      const message = 'does not match the body and the webhook secret';
      return sendProblem(reply, invalidRequest([{ path: 'Stripe-Signature', message }]));
    }
    const { type, event, ignored } = webhook;
    if (event === undefined) request.log.info({ type, reason: ignored }, 'ignored an event of Stripe');
    else await apply(event);
    return reply.send({ received: true });
  });
}
