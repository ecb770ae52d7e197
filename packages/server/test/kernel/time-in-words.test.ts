import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { waitInWords } from '../../src/kernel/time-in-words.ts';

test('a wait is said in the unit that a person would choose, and never too short', () => {
  verifies('DEC-WORDS-01');
  const waits = [1, 45, 90, 91, 601, 5400, 5401, 86_400].map(waitInWords);
  const expected = [
    '1 second',
    '45 seconds',
    '90 seconds',
    '2 minutes',
    '11 minutes',
    '90 minutes',
    '2 hours',
    '24 hours',
  ];
  assert.deepEqual(waits, expected);
});
