import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { ApplyPaymentEvent } from '../../payments/apply-payment-event.ts';
import type { SandboxDependencies } from '../../payments/sandbox/sandbox-dependencies.ts';
import { sandboxRoutes } from './sandbox/sandbox-routes.ts';
import { type ReadWebhook, stripeWebhookRoutes } from './stripe-webhook.ts';

interface ProviderRoutes {
  readonly apply: ApplyPaymentEvent;
  readonly sandbox?: SandboxDependencies;
  readonly readWebhook?: ReadWebhook;
}

/** What the chosen payment provider needs of us: the sandbox its pages, Stripe a place for its webhooks. */
export function paymentRoutes(
  server: FastifyInstance,
  { payments }: Config,
  { apply, sandbox, readWebhook }: ProviderRoutes,
): void {
  if (sandbox !== undefined) {
    const loopbackOnly = payments.provider !== 'sandbox' || payments.loopbackOnly;
    const prefix = '/sandbox';
    server.register(async (routes) => sandboxRoutes(routes, { sandbox, loopbackOnly }), { prefix });
  }
  if (readWebhook !== undefined) {
    const prefix = '/webhooks';
    server.register(async (routes) => stripeWebhookRoutes(routes, { readWebhook, apply }), { prefix });
  }
}
