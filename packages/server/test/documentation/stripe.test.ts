import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readDocument } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import Stripe from 'stripe';

test('the events to choose at Stripe are those that are read, in the version of its library', () => {
  verifies('DEC-DOCS-04');
  const reader = path.join(import.meta.dirname, '../../src/payments/stripe/read-webhook.ts');
  const read = [...readFileSync(reader, 'utf8').matchAll(/case '([\w.]+)':/g)].map(([, event]) => event);
  const page = readDocument('docs/payments.md');
  const listed = [
    ...page.matchAll(/`((?:checkout|payment_intent|customer|invoice|refund|charge)\.[\w.]+)`/g),
  ];
  // An older name of the events about refunds.
  assert.deepEqual(
    listed.map(([, event]) => event).sort(),
    read.filter((event) => event !== 'charge.refund.updated').sort(),
  );
  assert.ok(readDocument('docs/guides/stripe.md').includes(`\`${Stripe.API_VERSION}\``));
});
