import { ConfigError, type Reader, readOneOf, readUrl } from '@kinora/program/setting';

export type PaymentConfig =
  | {
      readonly provider: 'sandbox';
      /** Unless the operator chose the sandbox, its checkout opens on this machine only. */
      readonly loopbackOnly: boolean;
    }
  | {
      readonly provider: 'stripe';
      readonly secretKey: string;
      readonly webhookSecret: string;
      /** Tests only: where Stripe's API is. */
      readonly apiUrl: string | undefined;
    };

export function readPayments(get: Reader): PaymentConfig {
  const chosen = get('KINORA_PAYMENTS');
  if (chosen === undefined) return { provider: 'sandbox', loopbackOnly: true };
  if (readOneOf('KINORA_PAYMENTS', chosen, ['sandbox', 'stripe']) === 'sandbox') {
    return { provider: 'sandbox', loopbackOnly: false };
  }
  // What was given instead may be a secret in the wrong place, so no message repeats it.
  const secretKey = get('STRIPE_SECRET_KEY') ?? '';
  if (!/^(sk|rk)_(live|test)_\w+$/.test(secretKey)) {
    throw new ConfigError('KINORA_PAYMENTS=stripe needs STRIPE_SECRET_KEY, which starts with sk_ or rk_');
  }
  const webhookSecret = get('STRIPE_WEBHOOK_SECRET') ?? '';
  if (!webhookSecret.startsWith('whsec_')) {
    throw new ConfigError(
      'KINORA_PAYMENTS=stripe needs STRIPE_WEBHOOK_SECRET, which starts with whsec_; it belongs to the webhook endpoint at <public address>/webhooks/stripe',
    );
  }
  const apiUrl = readUrl('KINORA_STRIPE_URL', get('KINORA_STRIPE_URL'));
  return { provider: 'stripe', secretKey, webhookSecret, apiUrl };
}
