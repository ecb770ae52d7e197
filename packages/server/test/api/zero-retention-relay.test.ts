import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encoded } from '@kinora/testing/encoded';
import { verifies } from '@kinora/testing/requirements';
import { runWorker } from '@kinora/worker/run-worker';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { within } from '../support/deadline.ts';
import { echoEngine } from '../support/echo-engine.ts';
import { freePort } from '../support/free-port.ts';
import { startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';
import { storedBlobs } from '../support/untouched.ts';

let owningNode: TestApp;
let other: TestApp;
let customer: TestAccount;
const prompts: string[] = [];
const stop = new AbortController();
let working: Promise<void>;

const engine = echoEngine((prompt) => prompts.push(prompt));

before(async () => {
  const port = await freePort();
  const KINORA_WORKER_TOKEN = 'a-token-for-tests-only';
  owningNode = await startTestApp({
    environment: {
      KINORA_PORT: String(port),
      KINORA_NODE_URL: `http://127.0.0.1:${port}`,
      KINORA_WORKER_TOKEN,
    },
  });
  other = await startTestApp({
    environment: { DATABASE_URL: owningNode.connectionString, KINORA_WORKER_TOKEN },
  });
  customer = await owningNode.account();
  // The worker polls the other server and has only its URL.
  const { worker: client } = other;
  working = runWorker({
    name: 'far',
    pools: ['image'],
    gpu: 'none',
    engine,
    finish: encoded,
    client,
    log: () => {},
    stop: stop.signal,
  });
});
after(async () => {
  stop.abort();
  await working;
  await other.stop();
  await owningNode.stop();
});

/** Orders a zero-retention image from the owning node. */
function order(prompt: string): Promise<Response> {
  return fetch(`${owningNode.url}/v1/images/generate`, {
    method: 'POST',
    headers: {
      'x-api-key': customer.key,
      'user-agent': TEST_USER_AGENT,
      'content-type': 'application/json',
      'x-service-store': '0',
    },
    body: JSON.stringify({ prompt }),
  });
}

test('a worker of another server reads the prompt from the owning node and uploads the result to it', async () => {
  verifies('DEC-STORE-07', 'V1-ENDPOINT-06');
  const answer = order('for your eyes only');
  const response = await within(() => 'the answer', answer);
  assert.equal(response.status, 200);
  assert.match(await response.text(), /for your eyes only/);
  assert.deepEqual(prompts, ['for your eyes only']);
  for (const service of [owningNode, other]) assert.deepEqual(storedBlobs(service), []);
  const [job] = await owningNode.database.query('select state, prompt from current_jobs');
  assert.deepEqual(job, { state: 'completed', prompt: null });
});

test('the lease names the owning node also when that node gives it, behind an address that several share', async () => {
  verifies('DEC-STORE-07');
  stop.abort();
  await working;
  const answer = order('for nobody else');
  const lease = await takeLease(owningNode.worker);
  assert.deepEqual([lease.relay_url, lease.task.prompt], [owningNode.url, 'for nobody else']);
  // The next call of its worker may reach the other server, which has no prompt, and would refuse the result.
  assert.equal((await other.worker.reread(lease)).task.prompt, '');
  await deliver(owningNode.worker.at(lease.relay_url ?? ''), lease);
  assert.equal((await within(() => 'the answer', answer)).status, 200);
});
