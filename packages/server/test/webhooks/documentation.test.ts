import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until, within } from '../support/deadline.ts';
import { freePort } from '../support/free-port.ts';
import { startTestApp } from '../support/test-app.ts';

const root = path.join(import.meta.dirname, '../../../..');

test('the receiver in the documentation receives events, and refuses forged ones', async () => {
  verifies('DEC-WEBHOOK-03');
  const [block] = blocksFor('docs/webhooks.md', 'webhooks/documentation');
  // Below the root, where its import is found.
  const folder = path.join(root, '.kinora-test');
  const file = path.join(folder, `receiver-${process.pid}.mjs`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, block?.text ?? '');

  const service = await startTestApp({ environment: { KINORA_WEBHOOKS_PRIVATE: '1' } });
  const customer = await service.account();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { secret } = (await customer.post('/v1/me/webhooks', { url })).body;
  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) };
  const receiver = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const line = once(receiver.stdout.setEncoding('utf8'), 'data');
    const forge = () => fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
    await until(async () => (await forge())?.status === 400);
    const { job_id: jobId } = (await customer.post('/v1/images/generate', { prompt: 'a pear' })).body;
    await deliver(service.worker, await takeLease(service.worker));
    const [printed] = await within(() => 'the event', line);
    assert.equal(printed, `job.completed ${jobId}\n`);
  } finally {
    receiver.kill();
    await service.stop();
    await rm(file);
  }
});
