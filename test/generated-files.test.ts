import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { problems } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { createTestDatabase } from '../packages/server/test/support/test-database.ts';
import { type GeneratedFile, generateFiles } from '../scripts/generated-files.ts';

/** The halves of the Python client have these modules. */
const SYNCHRONOUS = ['__init__', 'client', 'downloads', 'jobs', 'orders', 'resources', 'transport'];

const root = path.join(import.meta.dirname, '..');

test('the generated files are those of the sources', async (context) => {
  verifies('DEC-ERROR-10', 'DEC-PYTHON-08');
  const { database, close } = await createTestDatabase();
  let files: readonly GeneratedFile[];
  try {
    files = await generateFiles(database);
  } finally {
    await close();
  }
  assert.deepEqual(
    files.map((file) => file.path),
    [
      'docs/reference/openapi.json',
      'docs/reference/errors.md',
      'docs/reference/catalogue.schema.json',
      'packages/client/src/generated/shapes.ts',
      'packages/client/src/generated/problems.ts',
      'packages/python/src/kinora/types.py',
      'packages/python/src/kinora/problems.py',
      'packages/python/src/kinora/_version.py',
      'packages/console/src/account/connect/python-wheel.ts',
      'packages/python/LICENSE',
      ...SYNCHRONOUS.map((name) => `packages/python/src/kinora/_sync/${name}.py`),
      'docs/reference/schema.sql',
    ],
  );
  for (const file of files) {
    await context.test(file.path, async () => {
      const committed = await readFile(path.join(root, file.path), 'utf8').catch(() => '');
      // Not assert.equal: the difference of two whole files would hide the remedy.
      if (committed !== file.text) {
        assert.fail(
          `${file.path} is out of date at line ${firstDifference(committed, file.text)}; run "npm run generate"`,
        );
      }
    });
  }

  await context.test('the error reference names every code of the table', () => {
    const errors = files.find((file) => file.path.endsWith('errors.md'))?.text ?? '';
    for (const [code, { status }] of Object.entries(problems)) {
      assert.ok(errors.includes(`| ${status} | \`${code}\` |`), code);
    }
  });

  await context.test('the schema shows tables, keys, checks, indexes and triggers', () => {
    const schema = files.find((file) => file.path.endsWith('schema.sql'))?.text ?? '';
    for (const part of [
      'create table accounts (\n  id uuid not null,',
      '  id bigint not null generated always as identity,',
      'constraint charges_pkey PRIMARY KEY (job_id)',
      'constraint api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)',
      'CREATE UNIQUE INDEX accounts_email ON accounts',
      'CREATE OR REPLACE FUNCTION public.refuse_ledger_change()',
      'CREATE TRIGGER postings_append_only BEFORE',
    ]) {
      assert.ok(schema.includes(part), part);
    }
  });
});

function firstDifference(before: string, now: string): number {
  const lines = now.split('\n');
  const old = before.split('\n');
  return lines.findIndex((line, index) => line !== old[index]) + 1 || lines.length + 1;
}
