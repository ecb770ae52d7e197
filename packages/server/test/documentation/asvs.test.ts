import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { mutations } from '../mutations/mutations.ts';
import { ASVS_REQUIREMENTS } from '../support/asvs-requirements.ts';

/** The table of docs/asvs.md: every requirement with a state, and evidence that exists. */

const ROOT = path.join(import.meta.dirname, '../../../..');
const PAGE = path.join(ROOT, 'docs/asvs.md');
/** Authentication, sessions, access and tokens: a test was seen red with the control taken out. */
const PROVEN = /^V[6-9]\./;
/** What these sections ask for is a document. */
const DOCUMENTED = /^(V6\.1|V7\.1|V8\.1)\./;
/** These ask that something be absent, so that there is nothing to take out: a document says so. */
const ABSENT: readonly string[] = ['V6.2.10', 'V6.3.2', 'V6.4.2'];

interface Row {
  readonly ids: readonly string[];
  readonly state: string;
  readonly evidence: string;
}

const rows: readonly Row[] = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const [ids = '', state = '', ...evidence] = line.slice(2, -2).split(' | ');
    return { ids: ids.split(', '), state, evidence: evidence.join(' | ') };
  });
const what = ({ ids, evidence }: Row): string => `${ids.join(', ')}: ${evidence}`;

/** The test files that a row names, as paths below the root. */
const testsOf = ({ evidence }: Row): string[] =>
  [...evidence.matchAll(/`([a-z-]+\/test|test)(\/[^`]+\.test\.ts)`/g)].map(([, folder, file]) =>
    folder === 'test' ? `test${file}` : `packages/${folder}${file}`,
  );
const plantedIn = ({ evidence }: Row): string[] =>
  [...evidence.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name);
const linksOf = ({ evidence }: Row): string[] =>
  [...evidence.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
const settingsOf = ({ evidence }: Row): string[] =>
  [...evidence.matchAll(/`(KINORA_\w+)/g)].map(([, name = '']) => name);

function headingsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function leadsSomewhere(target: string): boolean {
  const [file = '', heading] = target.split('#');
  const page = file === '' ? PAGE : path.join(path.dirname(PAGE), file);
  return existsSync(page) && (heading === undefined || headingsOf(page).includes(heading));
}

test('every requirement of level 1 and 2 has one state, and none is "not"', () => {
  verifies('DEC-ASVS-01');
  assert.deepEqual(rows.flatMap(({ ids }) => ids).sort(), [...ASVS_REQUIREMENTS].sort());
  for (const row of rows) assert.match(row.state, /^(met|partly|n\/a)$/, what(row));
});

test('every row has its evidence or its reason, and what it names exists', () => {
  verifies('DEC-ASVS-01');
  const settings = readFileSync(path.join(ROOT, 'docs/guides/settings.md'), 'utf8');
  for (const row of rows) {
    for (const file of testsOf(row)) assert.ok(existsSync(path.join(ROOT, file)), `${file} of ${what(row)}`);
    for (const link of linksOf(row)) assert.ok(leadsSomewhere(link), `${link} of ${what(row)}`);
    for (const name of settingsOf(row)) assert.ok(settings.includes(name), `${name} of ${what(row)}`);
    if (row.state === 'met') {
      const evidence = [...testsOf(row), ...linksOf(row), ...settingsOf(row)];
      assert.notEqual(evidence.length, 0, `${what(row)} names no test, setting or document`);
    } else {
      assert.match(row.evidence, /\p{L}{2,}.*\p{L}{2,}/u, `${what(row)} has no reason`);
    }
  }
});

test('for sign-in, sessions, access and tokens a test fails without the control', () => {
  verifies('DEC-ASVS-01');
  for (const row of rows) {
    const planted = plantedIn(row);
    for (const name of planted) {
      const bug = mutations.find((mutation) => mutation.name === name);
      assert.ok(bug !== undefined, `no planted bug “${name}” of ${what(row)}`);
      const tests = bug.tests.map((file) => `packages/${file}`);
      assert.ok(
        testsOf(row).some((file) => tests.includes(file)),
        `${what(row)} does not name the test that detects “${name}”`,
      );
    }
    const isDocumented = (id: string) => DOCUMENTED.test(id) || ABSENT.includes(id);
    if (row.state !== 'met' || !row.ids.some((id) => PROVEN.test(id))) continue;
    const proof = row.ids.every(isDocumented) ? linksOf(row) : planted;
    assert.notEqual(proof.length, 0, `${what(row)} names neither a planted bug nor a document`);
  }
});
