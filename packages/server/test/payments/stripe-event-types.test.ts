import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { answerTo, moneyEventTypes } from '../../src/payments/stripe/event-types.ts';

/** Every type of event that the pinned library declares. */
async function typesOfLibrary(): Promise<string[]> {
  const file = new URL('resources/Events.d.ts', import.meta.resolve('stripe'));
  const declared = (await readFile(file, 'utf8')).matchAll(/^ +type: '([^']+)';$/gm);
  return [...new Set([...declared].map(([, type = '']) => type))].sort();
}

test('every type of event of the library has an answer, and no other type about money has one', async () => {
  verifies('DEC-PAYMENT-06');
  const types = await typesOfLibrary();
  assert.ok(types.length > 250, `${types.length} types were found`);
  assert.deepEqual(
    types.filter((type) => answerTo(type) === undefined),
    [],
    'decide what these do, in event-types.ts',
  );
  assert.deepEqual(
    Object.keys(moneyEventTypes).filter((type) => !types.includes(type)),
    [],
    'the library no longer has these',
  );
});
