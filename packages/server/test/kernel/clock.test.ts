import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isoDate, monthStart, nextMonthStart } from '../../src/kernel/clock.ts';
import { setTimeZone, ZONES } from '../support/time-zones.ts';

test('months begin and end in UTC, in any time zone of the process', () => {
  const instant = fc.date({
    min: new Date('2024-01-01'),
    max: new Date('2060-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), instant, (zone, at) => {
      setTimeZone(zone);
      const [year = 0, month = 0] = at.toISOString().split('-').map(Number);
      const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
      assert.equal(isoDate(at), at.toISOString().slice(0, 10));
      assert.equal(monthStart(at).toISOString(), `${at.toISOString().slice(0, 7)}-01T00:00:00.000Z`);
      assert.equal(nextMonthStart(at).toISOString(), `${next}-01T00:00:00.000Z`);
    }),
    { numRuns: 2000 },
  );
});
