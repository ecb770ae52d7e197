import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';

const page = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, '../../../../docs', name), 'utf8');

/** The cells of each row of the tables below a heading; all rows without one. */
function rowsOf(text: string, heading?: string): string[][] {
  const from = heading === undefined ? 0 : text.indexOf(`## ${heading}\n`) + 1;
  const end = text.indexOf('\n## ', from);
  const section = text.slice(from, end === -1 ? undefined : end);
  return [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );
}

const median = (cell = ''): number => Number(cell.replace(/ .*/, '').replaceAll(',', ''));

const SECONDS_A_DAY = 86_400;

test('what a machine carries a day is what was measured', () => {
  verifies('DEC-DOCS-09');
  const measured = page('performance.md');
  const perSecond = (heading: string, connections: number, after = ''): number => {
    const rows = rowsOf(measured, heading);
    const start = after === '' ? 0 : rows.findIndex(([name]) => name === after);
    const row = rows.slice(start).find(([name, count]) => name === 'Kinora' && count === String(connections));
    return median(row?.[2]);
  };
  const expected = [
    perSecond('Accept', 128),
    perSecond('Accept', 32, 'one account'),
    perSecond('Poll', 64),
    perSecond('Dispatch', 100),
  ];
  const stated = rowsOf(page('scale.md')).filter(([, , day]) => day?.endsWith(' million'));
  assert.deepEqual(
    stated.map(([, second]) => median(second)),
    expected,
  );
  for (const [, second, day] of stated) {
    assert.equal(median(day), Math.round((median(second) * SECONDS_A_DAY) / 1e6), day);
  }
});
