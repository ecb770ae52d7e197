import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { isKnownType, moneyEventTypes } from '../../src/payments/stripe/event-types.ts';
import { otherEventTypes } from '../../src/payments/stripe/other-event-types.ts';

/** Every type of event that the pinned library declares. */
async function typesOfLibrary(): Promise<string[]> {
  const file = new URL('resources/Events.d.ts', import.meta.resolve('stripe'));
  const declared = (await readFile(file, 'utf8')).matchAll(/^ +type: '([^']+)';$/gm);
  return [...new Set([...declared].map(([, type = '']) => type))].sort();
}

test('every type of event of the library has one answer, and no other type has one', async () => {
  verifies('DEC-PAYMENT-06');
  const types = await typesOfLibrary();
  assert.ok(types.length > 250, `${types.length} types were found`);
  assert.deepEqual(
    types.filter((type) => !isKnownType(type)),
    [],
    'decide what these do, in event-types.ts',
  );
  const answered = [...Object.keys(moneyEventTypes), ...otherEventTypes.flatMap((group) => group.types)];
  assert.deepEqual(answered.sort(), types);
});
