import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { verifies } from '@kinora/testing/requirements';
import sharp from 'sharp';
import { launchBrowser, shows } from '../../server/test/support/browser.ts';
import { startRealWorker } from '../../server/test/support/real-worker.ts';
import { startTestApp, type TestApp } from '../../server/test/support/test-app.ts';
import { type AdapterProcess, startAdapter } from './support/adapter-process.ts';

/** One whole conversation, with the real service, engine and worker, the adapter and the official client. */

let service: TestApp;
let worker: ReturnType<typeof startRealWorker>;
let adapter: AdapterProcess;
before(async () => {
  service = await startTestApp();
  worker = startRealWorker(service, createProceduralEngine());
  adapter = await startAdapter({ origin: service.url });
});
after(async () => {
  await adapter?.stop();
  await worker.stop();
  await service.stop();
});

/** What the person does at the link, in a browser: sign up, pay 10 USD at the sandbox's checkout, approve. */
async function approve(link: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(link);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByLabel('I am 18 years of age or older').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await shows(page, /MCP adapter/);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('link', { name: '4242 4242 4242 4242' }).click();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await shows(page, /10\.00 USD/);
    await page.getByRole('button', { name: 'Approve' }).click();
    await shows(page, /Your terminal will receive its key/);
  } finally {
    await browser.close();
  }
}

/** The final status of a job. */
async function waitForEnd(jobId: string) {
  for (;;) {
    const answer = await adapter.call('service_check_status', { job_id: jobId });
    if (answer.isError || answer.value.status !== 'queued') return answer;
  }
}

test('from no key to a downloaded and deleted image, and the key is in nothing that the adapter wrote', async () => {
  verifies('V1-MCP-01', 'V1-MCP-02', 'V1-MCP-04', 'V1-MCP-08', 'V1-MCP-09', 'V1-MCP-10', 'V1-MCP-11');
  verifies('V1-MCP-12', 'V1-MCP-14', 'V1-MCP-15', 'DEC-MCP-03', 'DEC-MCP-04', 'DEC-MCP-08');
  const refused = await adapter.call('service_generate_image', { prompt: 'a red fox' });
  assert.ok(refused.isError);
  assert.match(refused.text, /service_start_access/);

  const started = await adapter.call('service_start_access');
  assert.equal(started.value.status, 'waiting_for_person', started.text);
  assert.ok(started.value.sign_in_url.startsWith(`${service.url}/activate?user_code=`));
  const again = await adapter.call('service_start_access');
  assert.equal(again.value.sign_in_url, started.value.sign_in_url, 'one link');

  const waiting = await adapter.call('service_finish_access', { wait_seconds: 0 });
  assert.equal(waiting.value.status, 'waiting_for_person', waiting.text);
  await approve(started.value.sign_in_url);
  // The second poll comes too early and has to wait, so this takes as long as the interval.
  const finished = await adapter.call('service_finish_access');
  assert.deepEqual([finished.value.status, finished.value.balance_cents], ['signed_in', 1000], finished.text);
  assert.equal((await stat(adapter.credentialsFile)).mode & 0o777, 0o600);
  const { services } = JSON.parse(await readFile(adapter.credentialsFile, 'utf8'));
  const { api_key: key, pending_claim: claim } = services[service.url];
  assert.ok(key.length > 20);
  assert.equal(claim, undefined, 'the code is forgotten');
  assert.equal((await adapter.call('service_finish_access')).value.status, 'signed_in', 'repeatable');
  assert.equal((await adapter.call('service_start_access')).value.status, 'already_signed_in');

  const order = { prompt: 'a red fox in the snow', width: 640, height: 320, seed: 5 };
  const untaken = await adapter.call('service_generate_image', { ...order, negative_prompt: 'fog' });
  assert.match(untaken.text, /negative_prompt.*is not taken by image; leave it out/);
  const accepted = await adapter.call('service_generate_image', order);
  assert.equal(accepted.value.status, 'queued', accepted.text);
  const replayed = await adapter.call('service_generate_image', {
    ...order,
    idempotency_key: accepted.value.idempotency_key,
  });
  assert.equal(replayed.value.job_id, accepted.value.job_id);

  const { job_id: jobId } = accepted.value;
  const done = await waitForEnd(jobId);
  assert.equal(done.value.status, 'completed', done.text);
  const link = done.content.find((block) => block.type === 'resource_link');
  assert.deepEqual([link?.uri, link?.mimeType], [done.value.result_url, 'image/png']);
  const preview = done.content.find((block) => block.type === 'image');
  assert.equal(preview?.mimeType, 'image/jpeg');
  const small = await sharp(Buffer.from(preview?.data ?? '', 'base64')).metadata();
  assert.deepEqual([small.format, small.width, small.height], ['jpeg', 512, 256]);

  const image = await fetch(done.value.result_url);
  const { format, width, height } = await sharp(await image.arrayBuffer()).metadata();
  assert.deepEqual([format, width, height], ['png', 640, 320]);

  assert.equal((await adapter.call('service_usage')).value.balance_cents, 995);
  assert.deepEqual((await adapter.call('service_delete_output', { job_id: jobId })).value, {
    job_id: jobId,
    deleted: true,
  });
  assert.equal((await adapter.call('service_check_status', { job_id: jobId })).value.code, 'not_found');
  assert.equal((await fetch(done.value.result_url)).status, 404);

  // Nothing that the model could be asked to say brings the key out.
  await adapter.call('service_generate_image', { prompt: 'x', [key]: key });
  await adapter.call('service_check_status', { job_id: key });
  await adapter.call('service_animate_image', { prompt: 'x', image_path: `/${key}` });
  const written = adapter.written();
  assert.ok(written.length > 5000, 'everything was recorded');
  assert.ok(!written.includes(key), 'the key was written');
  assert.ok(written.includes('[hidden]'));
});

test('a video is a link and its first frame', async () => {
  verifies('V1-MCP-05', 'DEC-MCP-09');
  const order = { prompt: 'surf at noon', width: 448, height: 256, duration: 1 };
  const accepted = await adapter.call('service_generate_video', order);
  assert.deepEqual(
    [accepted.value.kind, accepted.value.output_width, accepted.value.price_tier],
    ['video', 448, 'hd'],
    accepted.text,
  );
  const done = await waitForEnd(accepted.value.job_id);
  assert.equal(done.value.status, 'completed', done.text);
  const preview = done.content.find((block) => block.type === 'image');
  const { width, height } = await sharp(Buffer.from(preview?.data ?? '', 'base64')).metadata();
  assert.deepEqual([width, height], [448, 256]);
});
