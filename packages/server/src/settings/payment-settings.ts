import { ConfigError, type Reader, readOneOf, readUrl } from '@kinora/program/setting';

export type PaymentConfig =
  | {
      readonly provider: 'sandbox';
      /** Stripe's key is set, and KINORA_PAYMENTS is not. */
      readonly ignoresStripeKey: boolean;
    }
  | {
      readonly provider: 'stripe';
      readonly secretKey: string;
      /** Two, separated by a comma, while one endpoint at Stripe replaces another. */
      readonly webhookSecret: string;
      /** Tests only: the URL of Stripe's API. */
      readonly apiUrl: string | undefined;
    };

export function readPayments(get: Reader): PaymentConfig {
  const chosen = readOneOf('KINORA_PAYMENTS', get('KINORA_PAYMENTS') ?? 'sandbox', ['sandbox', 'stripe']);
  if (chosen === 'sandbox') {
    const ignoresStripeKey = get('KINORA_PAYMENTS') === undefined && get('STRIPE_SECRET_KEY') !== undefined;
    return { provider: 'sandbox', ignoresStripeKey };
  }
  // The value may be another secret, so no message repeats it.
  const secretKey = get('STRIPE_SECRET_KEY') ?? '';
  if (!/^(sk|rk)_(live|test)_\w+$/.test(secretKey)) {
    throw new ConfigError('KINORA_PAYMENTS=stripe needs STRIPE_SECRET_KEY, which starts with sk_ or rk_');
  }
  const webhookSecret = get('STRIPE_WEBHOOK_SECRET') ?? '';
  if (!webhookSecret.split(',').every((secret) => secret.trim().startsWith('whsec_'))) {
    throw new ConfigError(
      'KINORA_PAYMENTS=stripe needs STRIPE_WEBHOOK_SECRET, which starts with whsec_; Stripe shows it for the webhook endpoint at <public address>/webhooks/stripe',
    );
  }
  const apiUrl = readUrl('KINORA_STRIPE_URL', get('KINORA_STRIPE_URL'));
  return { provider: 'stripe', secretKey, webhookSecret, apiUrl };
}
