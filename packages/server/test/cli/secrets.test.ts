import assert from 'node:assert/strict';
import {
  chmod,
  chown,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { chipKeyOf, makePayload } from '@kinora/media/provenance/payload';
import { watermarkPng } from '@kinora/media/provenance/watermark-png';
import { texturedImage } from '@kinora/testing/images-to-mark';
import { verifies } from '@kinora/testing/requirements';
import sharp from 'sharp';
import { KEY_PURPOSES } from '../../src/secrets/key-purposes.ts';
import { loadSecrets } from '../../src/secrets/secrets-file.ts';
import { until } from '../support/deadline.ts';
import { keysIn } from '../support/keys.ts';
import { runCommandLines } from '../support/run-command-lines.ts';
import { kinora } from '../support/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let dataDir: string;
let scene: TestDatabase;
let settings: Record<string, string>;
before(async () => {
  scene = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-rotate-'));
  settings = { DATABASE_URL: scene.connectionString, KINORA_DATA_DIR: dataDir };
  await loadSecrets(dataDir);
});
after(async () => {
  await scene.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function run(...args: readonly string[]): Promise<string> {
  const { code, output } = await kinora(args, settings);
  assert.equal(code, 0, output);
  return output;
}

async function events(): Promise<readonly Record<string, unknown>[]> {
  const rows = await scene.database.query<{ details: Record<string, unknown> }>(
    `select details from security_events where kind = 'secret_rotated' order by id`,
  );
  return rows.map(({ details }) => details);
}

/** Every secret of the file, and none may be in what a command prints. */
async function assertHidden(output: string): Promise<void> {
  const { keys, workerToken, postgresPassword } = await loadSecrets(dataDir);
  const all = KEY_PURPOSES.flatMap((purpose) => keys[purpose].map(({ key }) => key));
  for (const secret of [...all, workerToken, postgresPassword]) assert.ok(!output.includes(secret));
}

test('the keys are listed by purpose, with versions and ages', async () => {
  verifies('DEC-SECRET-10');
  const listed = await run('secrets', 'list', '--json');
  const lines = listed.split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ purpose, version, state }) => [purpose, version, state]),
    KEY_PURPOSES.map((purpose) => [purpose, 1, 'signs']),
  );
  await assertHidden(listed);
  await assertHidden(await run('secrets', 'list'));
  const { output } = await kinora(['doctor'], settings);
  assert.match(output, /^secrets +links 1 of 0 days, sessions 1 of 0 days/m);
  await assertHidden(output);
});

test('a key is replaced at once, later, or after a leak, each with an event', async () => {
  verifies('DEC-SECRET-03', 'DEC-SECRET-06', 'DEC-SECRET-10');
  const said = await run('secrets', 'rotate', 'links', 'sessions');
  assert.match(said, /^links +version 2 signs from \S+; version 1 is honoured until \S+$/m);
  assert.match(said, /^sessions +version 2 signs/m);
  await assertHidden(said);
  await run('secrets', 'rotate', 'links', '--delay-hours', '24');
  assert.match(await run('secrets', 'list'), /^links +3 +\S+ +signs from /m);
  const leaked = await run('secrets', 'rotate', 'sessions', '--now');
  assert.match(leaked, /^sessions +version 3 .*; version 2 is no longer accepted$/m);
  const found = await events();
  assert.deepEqual(
    found.map(({ purpose, version, leaked: hasLeaked }) => [purpose, version, hasLeaked]),
    [
      ['links', 2, false],
      ['sessions', 2, false],
      ['links', 3, false],
      ['sessions', 3, true],
    ],
  );
  await assertHidden(JSON.stringify(found));
});

test('the other secrets are replaced for the next start', async () => {
  verifies('DEC-SECRET-03');
  const before = await loadSecrets(dataDir);
  await run('secrets', 'rotate', 'worker-token', 'credentials');
  const after = await loadSecrets(dataDir);
  assert.notEqual(after.workerToken, before.workerToken);
  assert.equal(after.postgresPassword, before.postgresPassword);
  const place = path.join(dataDir, 'content-credentials.pem');
  const first = await readFile(place, 'utf8');
  const said = await run('secrets', 'rotate', 'credentials');
  const [kept, ...more] = (await readdir(dataDir)).filter((name) => name.includes('-until-'));
  assert.ok(kept !== undefined && more.length === 0 && said.includes(kept));
  const former = await readFile(path.join(dataDir, kept), 'utf8');
  assert.ok(first.endsWith(former) && !former.includes('PRIVATE KEY'));
  assert.notEqual(await readFile(place, 'utf8'), first);

  const withToken = { ...settings, KINORA_WORKER_TOKEN: 'a-token-for-tests-only' };
  const refused = await kinora(['secrets', 'rotate', 'worker-token'], withToken);
  assert.match(refused.output, /is set: change KINORA_WORKER_TOKEN/);
  assert.equal((await loadSecrets(dataDir)).workerToken, after.workerToken);
});

test('the files stay those of the user that the server runs as, and where a link leads to', async (context) => {
  verifies('DEC-SECRET-03');
  const place = path.join(dataDir, 'secrets.json');
  const elsewhere = path.join(dataDir, 'kept-elsewhere.json');
  await rename(place, elsewhere);
  await symlink(elsewhere, place);
  await chmod(elsewhere, 0o640);
  const credentials = path.join(dataDir, 'content-credentials.pem');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const file of [elsewhere, credentials]) await chown(file, 12_345, 12_345);
  else context.diagnostic('not run as root, so nothing has another owner');
  const before = await stat(elsewhere);
  await run('secrets', 'rotate', 'links', 'credentials');
  assert.ok((await lstat(place)).isSymbolicLink());
  const after = await stat(elsewhere);
  assert.notEqual(after.ino, before.ino);
  assert.deepEqual([after.uid, after.gid, after.mode], [before.uid, before.gid, before.mode]);
  if (isRoot) assert.equal((await stat(credentials)).uid, 12_345);

  await chmod(elsewhere, 0o644);
  const { code, output } = await kinora(['doctor'], settings);
  assert.equal(code, 1);
  assert.match(output, /^secrets +PROBLEM: every user of this machine can read .*chmod 600/m);
  await chmod(elsewhere, 0o600);
});

async function markedImage(name: string): Promise<string> {
  const { key, version } = (await keysIn(dataDir)).watermarks.signing;
  const { data, ...raw } = texturedImage(512, 384);
  const png = await sharp(data, { raw }).removeAlpha().png().toBuffer();
  const payload = makePayload(key, version, 'f6ad3e4');
  const marked = await watermarkPng(png, { payload, chipKey: chipKeyOf(key) });
  assert.ok(marked.ok);
  const place = path.join(dataDir, name);
  await writeFile(place, marked.value);
  return place;
}

test('marks of every key are recognised, and one of a key that leaked is not proof', async () => {
  verifies('DEC-SECRET-05', 'DEC-SECRET-09');
  const first = await markedImage('first.png');
  await run('secrets', 'rotate', 'watermarks');
  assert.match(await run('watermark', 'verify', first), /^Key version +1$/m);
  await until(async () => (await keysIn(dataDir)).watermarks.signing.version === 2);
  const second = await markedImage('second.png');
  assert.match(await run('watermark', 'verify', second), /^Key version +2$/m);
  assert.match(await run('watermark', 'verify', first), /^Key version +1$/m);

  await run('secrets', 'rotate', 'watermarks', '--now');
  const { code, output } = await kinora(['watermark', 'verify', first], settings);
  assert.equal(code, 1);
  assert.match(output, /no proof: key 1 made this watermark, and leaked before 20/);
  const json = await kinora(['watermark', 'verify', first, '--json'], settings);
  assert.equal(JSON.parse(json.output).marked, false);
});

test('all keys are replaced by one command', async () => {
  verifies('DEC-SECRET-03', 'DEC-SECRET-05');
  const before = await loadSecrets(dataDir);
  const said = await run('secrets', 'rotate', 'all', '--now');
  assert.equal(said.split('\n').length, KEY_PURPOSES.length + 2);
  const { keys } = await loadSecrets(dataDir);
  for (const purpose of KEY_PURPOSES) {
    const former = new Set(before.keys[purpose].map(({ key }) => key));
    const signing = keys[purpose].toSorted((one, other) => other.version - one.version)[0];
    assert.ok(signing !== undefined && !former.has(signing.key));
  }
  // Nothing is encrypted yet, so nothing needs the former key.
  assert.equal(keys.encryption.length, 1);
});

test('what cannot be replaced is refused before anything changes', async () => {
  verifies('DEC-SECRET-03');
  const nowhere = { ...settings, KINORA_DATA_DIR: path.join(dataDir, 'elsewhere') };
  const before = await readFile(path.join(dataDir, 'secrets.json'), 'utf8');
  const expected = [
    [['secrets'], settings, 2, /the actions are/],
    [['secrets', 'rotate'], settings, 2, /PURPOSE must be one of links, /],
    [['secrets', 'rotate', 'links', 'urls'], settings, 2, /not "urls"/],
    [['secrets', 'rotate', 'links', '--now', '--delay-hours', '2'], settings, 2, /exclude each other/],
    [['secrets', 'rotate', 'links', '--delay-hours', '-1'], settings, 2, /--delay-hours/],
    [['secrets', 'rotate', 'credentials', '--delay-hours', '2'], settings, 2, /has no --delay-hours/],
    [['secrets', 'rotate', 'links'], nowhere, 1, /has no secrets\.json .*KINORA_DATA_DIR/],
    [['secrets', 'list'], nowhere, 1, /has no secrets\.json .*KINORA_DATA_DIR/],
  ] as const;
  const answers = await runCommandLines(expected.map(([args, each]) => ({ args, settings: each })));
  for (const [index, [args, , code, message]] of expected.entries()) {
    assert.equal(answers[index]?.code, code, args.join(' '));
    assert.match(answers[index]?.output ?? '', message);
  }
  assert.equal(await readFile(path.join(dataDir, 'secrets.json'), 'utf8'), before);
  assert.ok(!(await readdir(dataDir)).includes('elsewhere'));
});
