import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { verifies } from '@kinora/testing/requirements';
import { childEnvironment } from '../../src/config.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { send, startTestApp } from '../support/test-app.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

test('samples are orders of the running service that are published once, and withdrawn together', async () => {
  verifies('DEC-HOME-05');
  const service = await startTestApp();
  const worker = startRealWorker(service, createProceduralEngine());
  const env = childEnvironment({
    KINORA_DATA_DIR: service.dataDir,
    DATABASE_URL: service.connectionString,
    KINORA_PUBLIC_URL: service.url,
  });
  const samples = async (...args: readonly string[]) =>
    (await promisify(execFile)(process.execPath, [MAIN, 'samples', ...args], { env })).stdout;
  const works = async () => (await send(`${service.url}/api/console/works`, {})).body.works;
  try {
    // The second one is an image.
    assert.match(
      await samples('--count', '2'),
      /^Published {2}a whale .*\nPublished {2}a sailing boat .*\n$/,
    );
    const made = await works();
    assert.deepEqual(
      made.map(({ kind }: { kind: string }) => kind),
      ['image', 'video'],
    );
    assert.ok(made.every(({ preview_url: preview }: { preview_url: string | null }) => preview !== null));
    assert.match(await samples('--count', '2'), /All of them are published already/);
    assert.equal((await works()).length, 2);
    assert.match(await samples('--remove'), /Withdrawn: 2/);
    assert.deepEqual(await works(), []);
    const refused = await promisify(execFile)(process.execPath, [MAIN, 'samples', '--count', '9'], {
      env,
    }).catch((error) => error);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /--count must be from 1 to 8/);
  } finally {
    await worker.stop();
    await service.stop();
  }
});
