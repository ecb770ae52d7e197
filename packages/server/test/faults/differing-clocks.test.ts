import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { resultUrlSeconds } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { ASK, callsWith, jobCaller } from '../support/job-api.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { send, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { type FaultScene, setFaultScene, WORKER_TOKEN } from './fault-scene.ts';

/** Two servers whose machines disagree by 100 seconds about the time. */

const OFF_MS = 50_000;

/** A module that sets the clock of the process that loads it. */
function clockOff(ms: number): string {
  const source = `
    const Right = Date;
    globalThis.Date = class Date extends Right {
      constructor(...given) { given.length === 0 ? super(Right.now() + ${ms}) : super(...given); }
      static now() { return Right.now() + ${ms}; }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(source)}`;
}

let scene: FaultScene;
let receiver: WebhookReceiver;
let early: ServiceProcess;
let late: ServiceProcess;
before(async () => {
  scene = await setFaultScene();
  receiver = await startWebhookReceiver();
  const start = (ms: number) =>
    scene.start(['--no-worker'], { NODE_OPTIONS: clockOff(ms), KINORA_WEBHOOKS_PRIVATE: '1' });
  [early, late] = await Promise.all([start(-OFF_MS), start(OFF_MS)]);
});
after(async () => {
  await scene.end();
  await receiver.stop();
});

const LIMIT = { timeout: 120_000 };

interface Times {
  readonly isOrdered: boolean;
  readonly isNow: boolean;
  readonly times: string;
}

/** Whether the times of a job follow each other, and are the database's. */
async function timesOf(jobId: string): Promise<Times | undefined> {
  const [row] = await scene.database.query<Times>(
    `select created_at <= started_at and started_at <= ended_at as "isOrdered",
       created_at > now() - interval '30 seconds' and ended_at < now() + interval '1 second' as "isNow",
       concat_ws(', ', created_at, started_at, ended_at) as times from current_jobs where id = $1`,
    [jobId],
  );
  return row;
}

test('the times of a job are in order, whichever server writes them', LIMIT, async () => {
  verifies('DEC-CLOCK-01');
  const { apiKey } = await scene.customer(1000);
  const headers = { 'x-api-key': apiKey, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };
  for (const [accepting, ending] of [
    [late, early],
    [early, late],
    [late, late],
  ] as const) {
    const body = JSON.stringify({ prompt: 'a pear', webhook_url: receiver.url });
    const answer = await send(`${accepting.url}/v1/images/generate`, { method: 'POST', headers, body });
    assert.equal(answer.status, 200, answer.text);
    const { job_id: jobId } = answer.body;
    const worker = createLeaseClient(ending.url, WORKER_TOKEN);
    await deliver(worker, await takeLease(worker));
    const times = await timesOf(jobId);
    assert.ok(times?.isOrdered && times.isNow, times?.times);
    const { body: job } = await send(`${accepting.url}/v1/jobs/${jobId}`, { headers });
    assert.ok(job.created_at <= job.completed_at, JSON.stringify(job));
    const expires = Number(new URL(job.result_url).searchParams.get('expires'));
    assert.ok(Math.abs((expires - resultUrlSeconds) * 1000 - Date.now()) < OFF_MS / 2, `${expires}`);
    assert.equal((await fetch(job.result_url)).status, 200);
  }
});

test('so are those of a job of the job API, a failed one, and of its webhook', LIMIT, async () => {
  verifies('DEC-CLOCK-01');
  const { token } = await jobCaller({ url: late.url, database: scene.database } as TestApp);
  const { generate } = callsWith({ url: late.url } as TestApp, token);
  const { body } = await generate({ ...ASK, type: 'image' });
  const worker = createLeaseClient(early.url, WORKER_TOKEN);
  await worker.fail(await takeLease(worker), { reason: 'a test', retryable: false });
  const times = await timesOf(body.job_id);
  assert.ok(times?.isOrdered && times.isNow, times?.times);
  const { headers, text } = await receiver.event(0);
  const sentAt = Number(headers['webhook-timestamp']) * 1000;
  assert.ok(Math.abs(sentAt - Date.now()) < OFF_MS / 2, new Date(sentAt).toISOString());
  const happenedAt = new Date(JSON.parse(text).timestamp).getTime();
  assert.ok(Math.abs(happenedAt - Date.now()) < OFF_MS / 2, text);
});
