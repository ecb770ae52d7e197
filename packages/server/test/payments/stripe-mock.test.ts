import assert from 'node:assert/strict';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { connectStripe, createStripeProvider } from '../../src/payments/stripe/stripe.ts';
import { newAccount } from '../support/jobs-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/**
 * The SDK is pinned to the newest version of Stripe's interface that stripe-mock has, so that its requests can be checked by
 * a program that this project has not written. `KINORA_TEST_STRIPE_URL=http://127.0.0.1:12111` checks them against one.
 */

const { KINORA_TEST_STRIPE_URL: url } = process.env;
const NEWEST_OF_MOCK = '2026-08-26.dahlia';

let books: TestDatabase;
before(async () => {
  books = await createTestDatabase();
});
after(() => books.close());

function connect(apiUrl: string | undefined) {
  return connectStripe({ secretKey: 'sk_test_mock', webhookSecret: 'whsec_mock', apiUrl });
}

test('the version of the interface is one that stripe-mock can check', () => {
  verifies('DEC-PAYMENT-03');
  assert.equal(connect(url).getApiField('version'), NEWEST_OF_MOCK);
});

test('stripe-mock accepts both checkouts', {
  skip: url === undefined && 'needs KINORA_TEST_STRIPE_URL',
}, async () => {
  verifies('DEC-PAYMENT-03');
  const { database } = books;
  const provider = createStripeProvider({ database, stripe: connect(url), webhookSecret: 'whsec_mock' });
  const accountId = await newAccount(database, 0);
  const order = {
    operationId: '01a20365-f75d-7000-b500-03a3fe601b09',
    payer: { accountId, email: 'ann@example.com' },
    amountCents: 1000,
    returnUrl: 'https://media.example.com/account/payments',
  };
  assert.ok((await provider.startTopUp(order)).checkoutUrl.startsWith('https://'));
  const plan = { ...order, plan: 'pro', interval: 'month', cents: 1900, product: 'Kinora Pro' } as const;
  assert.ok((await provider.startSubscription(plan)).checkoutUrl.startsWith('https://'));
});
