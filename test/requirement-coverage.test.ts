import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type RequirementId, requirements, verifies } from '@kinora/testing/requirements';
import { now } from '@kinora/testing/requirements/requirement';
import { type Citation, citationsOf } from './support/citations.ts';
import { countCoverage, describeCoverage } from './support/coverage.ts';

const root = join(import.meta.dirname, '..');

test('every requirement is verified by a test', () => {
  const citations = globSync(['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'], { cwd: root })
    .sort()
    .flatMap((file) => citationsOf(file, readFileSync(join(root, file), 'utf8')));
  const coverage = countCoverage(requirements, citations);
  console.log(describeCoverage(coverage));
  assert.equal(coverage.faults.length, 0, `\n${coverage.faults.join('\n')}`);
});

describe('the coverage of requirements', () => {
  const current = now('prices', { 'V1-PRICE-01': 'Charge 5 cents.', 'DEC-SIZE-01': 'Snap the length.' });
  const more = now('health', { 'JOB-HEALTH-01': 'Answer without a token.' });
  const cite = (...ids: readonly (string | undefined)[]): readonly Citation[] =>
    ids.map((id, index) => ({ id, file: 'a.test.ts', line: index + 1 }));

  test('counts per document', () => {
    const coverage = countCoverage([...current, ...more], cite('V1-PRICE-01', 'DEC-SIZE-01', 'V1-PRICE-01'));
    assert.deepEqual(coverage, {
      total: { verified: 2, missing: 1 },
      documents: [
        { name: 'the v1 interface', verified: 1, missing: 0 },
        { name: 'the job interface', verified: 0, missing: 1 },
        { name: 'the decisions', verified: 1, missing: 0 },
      ],
      faults: ['no test verifies JOB-HEALTH-01: Answer without a token.'],
    });
    assert.match(describeCoverage(coverage), /^Requirements: 2 verified, 1 missing; 1 faults\.\n/);
    assert.match(describeCoverage(coverage), /\nthe job interface +0 +1\n/);
  });

  test('names every requirement that no test verifies', () => {
    const { total, faults } = countCoverage(current, []);
    assert.equal(total.missing, 2);
    assert.deepEqual(faults, [
      'no test verifies V1-PRICE-01: Charge 5 cents.',
      'no test verifies DEC-SIZE-01: Snap the length.',
    ]);
  });

  test('refuses an id that no document has', () => {
    const { faults } = countCoverage(current, cite('V1-PRICE-01', 'DEC-SIZE-01', 'V1-PRICE-99'));
    assert.deepEqual(faults, ['a.test.ts:3 cites V1-PRICE-99, which no document has']);
  });

  test('refuses an id that is defined twice or malformed', () => {
    const again = now('images', { 'V1-PRICE-01': 'Charge 8 cents.', 'V2-PRICE-1': 'Charge nothing.' });
    const { faults } = countCoverage(
      [...current, ...again],
      cite('V1-PRICE-01', 'DEC-SIZE-01', 'V2-PRICE-1'),
    );
    assert.deepEqual(faults, [
      'V1-PRICE-01 is defined 2 times',
      'V2-PRICE-1 is not an id of the form V1-PRICE-03',
    ]);
  });

  test('refuses a citation that is not written out', () => {
    const { faults } = countCoverage([], cite(undefined));
    assert.deepEqual(faults, ['a.test.ts:1 calls verifies() with something else than ids in quotes']);
  });
});

describe('citations', () => {
  const idsIn = (source: string): readonly (string | undefined)[] =>
    citationsOf('a.test.ts', source).map(({ id }) => id);

  test('are read from calls over one line and several', () => {
    const source = `
      import { verifies } from '@kinora/testing/requirements';
      test('x', () => { verifies('A', "B"); });
      verifies(
        'C', // the third
        \`D\`,
      );
    `;
    assert.deepEqual(idsIn(source), ['A', 'B', 'C', 'D']);
    assert.deepEqual(
      citationsOf('a.test.ts', source).map(({ line }) => line),
      [3, 3, 5, 6],
    );
  });

  test('are not read from comments, strings and the function itself', () => {
    const source = `
      // verifies('A')
      /* verifies('B') */
      const text = "verifies('C')" + \`verifies('D')\` + /verifies('E')/.source;
      export function verifies(...ids) {}
    `;
    assert.deepEqual(idsIn(source), []);
  });

  test('are marked when they are computed', () => {
    assert.deepEqual(idsIn('verifies(id)'), [undefined]);
    assert.ok(idsIn('verifies(...ids)').includes(undefined));
    assert.ok(idsIn(['verifies(`V1-$', '{n}`)'].join('')).includes(undefined));
  });
});

test('an id that no document has is refused by the compiler and at run time', () => {
  // @ts-expect-error: the type of ids lists every one of them.
  const unknown: RequirementId = 'V1-PRICE-99';
  const unchecked: (id: RequirementId) => void = verifies;
  assert.throws(() => unchecked(unknown), /Unknown requirement: V1-PRICE-99/);
});
