import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { moneyEventTypes } from '../../src/payments/stripe/event-types.ts';

test('the documentation has what each event of Stripe about money does, or why it does nothing', () => {
  verifies('DEC-DOCS-04', 'DEC-PAYMENT-06');
  const rows = Object.entries(moneyEventTypes).map(([type, answer]) =>
    'reads' in answer ? `| \`${type}\` | ${answer.does} |` : `| \`${type}\` | Nothing. ${answer.ignored} |`,
  );
  const listed = readDocument('docs/payments.md')
    .split('\n')
    .filter((line) => /^\| `[a-z_]+\.[a-z_.]+` \|/.test(line));
  assert.deepEqual(listed, rows, `the table should be:\n${rows.join('\n')}`);
});
