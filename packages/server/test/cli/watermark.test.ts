import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { chipKeyOf, makePayload } from '@kinora/media/provenance/payload';
import { watermarkPng } from '@kinora/media/provenance/watermark-png';
import { texturedImage } from '@kinora/testing/images-to-mark';
import { verifies } from '@kinora/testing/requirements';
import sharp from 'sharp';
import { createAccount } from '../../src/accounts/create-account.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { insertJobs } from '../support/insert-jobs.ts';
import { keysIn } from '../support/keys.ts';
import { kinora } from '../support/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const JOB = '01931f2a-7c3e-7001-9b7a-52c10f6ad3e4';
const TAG = 'f6ad3e4';

let dataDir: string;
let scene: TestDatabase;
let settings: Record<string, string>;
before(async () => {
  scene = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-watermark-'));
  settings = { DATABASE_URL: scene.connectionString, KINORA_DATA_DIR: dataDir };
  const { data, ...raw } = texturedImage(512, 384);
  const png = await sharp(data, { raw }).removeAlpha().png().toBuffer();
  const { key, version } = (await keysIn(dataDir)).watermarks.signing;
  const chipKey = chipKeyOf(key);
  const mark = async (payload: string): Promise<Uint8Array> => {
    const result = await watermarkPng(png, { payload, chipKey });
    assert.ok(result.ok);
    return result.value;
  };
  await writeFile(place('plain.png'), png);
  await writeFile(place('marked.png'), await mark(makePayload(key, version, TAG)));
  await writeFile(place('forged.png'), await mark('1f6ad3e400000000'));
  await writeFile(place('text.png'), 'not an image');
});
after(async () => {
  await scene.close();
  await rm(dataDir, { recursive: true, force: true });
});

function place(name: string): string {
  return path.join(dataDir, name);
}

test('an image of this service is recognised, with its job tag', async () => {
  verifies('DEC-COMMAND-13');
  const { code, output } = await kinora(['watermark', 'verify', place('marked.png')], settings);
  assert.equal(code, 0);
  assert.match(output, /watermark of this service\nJob tag +f6ad3e4\nKey version +1\n/);
});

test('--json prints the same as JSON', async () => {
  const { code, output } = await kinora(['watermark', 'verify', place('marked.png'), '--json'], settings);
  assert.equal(code, 0);
  const { signal, ...rest } = JSON.parse(output);
  assert.deepEqual(rest, { marked: true, job_tag: 'f6ad3e4', key_version: 1 });
  assert.ok(signal > 7);
});

test('--jobs finds the job in the database', async () => {
  const none = await kinora(['watermark', 'verify', place('marked.png'), '--jobs'], settings);
  assert.match(none.output, /No job in this database/);
  const email = 'maker@example.com';
  const account = await createAccount(scene.database, systemClock, {
    email,
    balanceCents: 0,
    operator: false,
  });
  assert.ok(account);
  await insertJobs(scene.database, account.accountId, { id: JOB, mark_tag: TAG });
  const found = await kinora(['watermark', 'verify', place('marked.png'), '--jobs', '--json'], settings);
  assert.equal(found.code, 0);
  const [job, ...others] = JSON.parse(found.output).jobs;
  assert.deepEqual([job.job_id, job.account_id, others.length], [JOB, account.accountId, 0]);
});

test('an image without a mark, and one that does not prove its mark, exit with 1', async () => {
  const plain = await kinora(['watermark', 'verify', place('plain.png')], settings);
  assert.equal(plain.code, 1);
  assert.match(plain.output, /no watermark found/);
  const forged = await kinora(['watermark', 'verify', place('forged.png')], settings);
  assert.equal(forged.code, 1);
  assert.match(forged.output, /no verifiable watermark/);
  const json = await kinora(['watermark', 'verify', place('forged.png'), '--json'], settings);
  assert.equal(JSON.parse(json.output).marked, false);
});

test('a file that is not an image is refused by name', async () => {
  const text = await kinora(['watermark', 'verify', place('text.png')], settings);
  assert.equal(text.code, 1);
  assert.match(text.output, /text\.png: this is not a PNG, JPEG, WebP or AVIF image/);
  const missing = await kinora(['watermark', 'verify', place('missing.png')], settings);
  assert.equal(missing.code, 1);
  assert.match(missing.output, /missing\.png/);
});
