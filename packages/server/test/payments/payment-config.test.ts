import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '@kinora/program/setting';
import { verifies } from '@kinora/testing/requirements';
import { readConfig } from '../../src/config.ts';
import { describeExposure } from '../../src/settings/describe-exposure.ts';

const KEY = 'sk_test_51secret';
const WEBHOOK = 'whsec_secret';

test('KINORA_PAYMENTS selects the provider; the default is the sandbox', () => {
  verifies('DEC-SETTING-11', 'DEC-SETTING-13');
  assert.equal(readConfig({}).payments.provider, 'sandbox');
  assert.equal(readConfig({ KINORA_PAYMENTS: 'sandbox' }).payments.provider, 'sandbox');
  const stripe = { KINORA_PAYMENTS: 'stripe', STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK };
  assert.deepEqual(readConfig(stripe).payments, {
    provider: 'stripe',
    secretKey: KEY,
    webhookSecret: WEBHOOK,
    apiUrl: undefined,
  });
});

test("a start with Stripe's key but without KINORA_PAYMENTS says that no card is charged", () => {
  const warnings = (settings: Record<string, string>) =>
    describeExposure(readConfig(settings)).filter((warning) => warning.includes('STRIPE_SECRET_KEY'));
  const [warning = '', ...more] = warnings({ STRIPE_SECRET_KEY: KEY });
  assert.match(warning, /KINORA_PAYMENTS=stripe/);
  assert.ok(!warning.includes(KEY));
  assert.deepEqual(more, []);
  assert.deepEqual(warnings({}), []);
  assert.deepEqual(warnings({ STRIPE_SECRET_KEY: KEY, KINORA_PAYMENTS: 'sandbox' }), []);
});

test('Stripe without its secrets, or with them swapped, is rejected; no message contains a secret', () => {
  const wrong: readonly Record<string, string>[] = [
    {},
    { STRIPE_SECRET_KEY: KEY },
    { STRIPE_WEBHOOK_SECRET: WEBHOOK },
    { STRIPE_SECRET_KEY: WEBHOOK, STRIPE_WEBHOOK_SECRET: KEY },
    { STRIPE_SECRET_KEY: 'pk_test_51secret', STRIPE_WEBHOOK_SECRET: WEBHOOK },
    { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: `${WEBHOOK},` },
    { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: `${WEBHOOK}, ${KEY}` },
  ];
  for (const settings of wrong) {
    assert.throws(
      () => readConfig({ KINORA_PAYMENTS: 'stripe', ...settings }),
      (error) => error instanceof ConfigError && !/51secret|c_secret/.test(error.message),
    );
  }
  assert.throws(() => readConfig({ KINORA_PAYMENTS: 'paypal' }), ConfigError);
});
