import { isLoopbackUrl } from '../kernel/loopback-url.ts';
import { type HttpConfig, USUAL_PROXY_TIMEOUT_SECONDS } from './http-settings.ts';
import type { PaymentConfig } from './payment-settings.ts';
import type { SafetyConfig } from './safety-settings.ts';

interface Exposure {
  readonly publicUrl: string | undefined;
  readonly host: string;
  readonly trustedProxies: readonly string[];
  readonly payments: PaymentConfig;
  readonly testClock: boolean;
  readonly securityContact: string | undefined;
  readonly allowsPrivateWebhooks: boolean;
  readonly http: Pick<HttpConfig, 'proxyTimeoutSeconds'>;
  readonly safety: SafetyConfig;
}

/** Whether other machines reach the service, by its public URL. */
export function isPublic(publicUrl: string | undefined): boolean {
  return publicUrl !== undefined && !isLoopbackUrl(publicUrl);
}

/** What is dangerous, or closed because it would be, in how the service is exposed; each with the remedy. */
export function describeExposure(config: Exposure): string[] {
  const { publicUrl = '', host, trustedProxies, payments, testClock, securityContact } = config;
  const warnings: string[] = [];
  if (testClock) {
    warnings.push('KINORA_TEST_CLOCK is set: every program on this machine can set the time of the service');
  }
  if (payments.provider === 'sandbox' && payments.ignoresStripeKey) {
    warnings.push(
      'STRIPE_SECRET_KEY is set, but KINORA_PAYMENTS is not: payments use the sandbox, and no card is charged. ' +
        'Set KINORA_PAYMENTS=stripe, or remove the key (docs/payments.md)',
    );
  }
  if (!isPublic(config.publicUrl)) return warnings;
  if (payments.provider === 'sandbox') {
    warnings.push(
      'the payment sandbox is closed, because KINORA_PUBLIC_URL is not a loopback address: nobody can buy anything. ' +
        'Set KINORA_PAYMENTS=stripe (docs/payments.md)',
    );
  }
  const isHttps = publicUrl.startsWith('https:');
  if (!isHttps) {
    warnings.push('KINORA_PUBLIC_URL is not https: keys and passwords can be read in transit');
  }
  // This server speaks http only, so something in front of it speaks https.
  if (trustedProxies.length === 0 && (isHttps || isLoopbackUrl(`http://${host}`))) {
    warnings.push(
      'KINORA_TRUSTED_PROXIES is not set, but KINORA_PUBLIC_URL is that of a proxy: all its customers share the limits ' +
        'of one address. List the addresses of the proxy',
    );
  }
  if (config.http.proxyTimeoutSeconds <= USUAL_PROXY_TIMEOUT_SECONDS) {
    warnings.push(
      `calls with zero retention that are expected to last more than ${config.http.proxyTimeoutSeconds} s are refused: set ` +
        'KINORA_PROXY_TIMEOUT_SECONDS to the read timeout of your proxy (docs/serving-others.md)',
    );
  }
  if (config.allowsPrivateWebhooks) {
    warnings.push(
      'KINORA_WEBHOOKS_PRIVATE is set: every customer can make this server call addresses of its own network, ' +
        'such as the metadata service of a cloud. Remove it, unless you trust all of them',
    );
  }
  if (config.safety.promptLanguages === 'any' && config.safety.moderation === undefined) {
    warnings.push(
      'KINORA_PROMPT_LANGUAGES is any, and KINORA_MODERATION_URL is not set: prompts in languages without lists are not ' +
        'checked. Remove it, or set KINORA_MODERATION_URL',
    );
  }
  if (securityContact === undefined) {
    warnings.push(
      'KINORA_SECURITY_CONTACT is not set: a person who finds a vulnerability has nobody to tell. Set it to an ' +
        'email address or an https URL',
    );
  }
  return warnings;
}
