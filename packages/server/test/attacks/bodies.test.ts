import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { redAndBlue } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { SLOW_MS, within } from '../support/deadline.ts';
import { type Answer, send, TEST_USER_AGENT } from '../support/test-app.ts';
import { sendUnfinished } from '../support/unfinished-bodies.ts';
import { type AttackedService, startAttackedService } from './attacked-service.ts';

/** Bodies that are never finished, or that cost more to read than to send. */

const MIB = 1024 * 1024;
const BODIES = 60;
const ANNOUNCED = 24 * MIB;
const SENT = 20 * MIB;
/** On Linux every address of 127.0.0.0/8 is this machine's, and each is a network of its own. */
const ATTACKER = '127.0.0.2';
const LINUX = { skip: process.platform !== 'linux', timeout: SLOW_MS * 2 };

let service: AttackedService;
let customer: string;
before(async () => {
  service = await startAttackedService();
  customer = await service.key();
});
after(() => service.stop());

function order(path: string, body: object, key = customer): Promise<Answer> {
  const headers = { 'x-api-key': key, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };
  return send(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** A customer elsewhere orders an image, and a video from an upload of 4 MiB. */
async function assertServed(): Promise<void> {
  const image = await order('/v1/images/generate', { prompt: 'a pear' });
  assert.equal(image.status, 200, image.text);
  const upload = await redAndBlue(1200, 1000).png({ compressionLevel: 0 }).toBuffer();
  const video = await order('/v1/videos/generate', {
    prompt: 'sway',
    init_image_base64: upload.toString('base64'),
  });
  assert.equal(video.status, 200, video.text);
  for (let job = 0; job < 2; job++) await deliver(service.worker, await takeLease(service.worker));
}

/** Sends unfinished bodies, calls `meanwhile`, and returns the statuses of the responses that were sent. */
async function attack(
  head: readonly string[],
  meanwhile: () => Promise<void>,
): Promise<(number | undefined)[]> {
  const bodies = Array.from({ length: BODIES }, () =>
    sendUnfinished(service.url, head, { announcedBytes: ANNOUNCED, sendBytes: SENT, from: ATTACKER }),
  );
  try {
    await within(() => 'the bodies', Promise.all(bodies.map(({ settled }) => settled)), SLOW_MS);
    await meanwhile();
    return bodies.map(({ status }) => status());
  } finally {
    for (const { socket } of bodies) socket.destroy();
  }
}

for (const path of ['/v1/pay/start', '/api/auth/sign-in/email', '/no/such/path', '/v1/images/generate']) {
  test(`${BODIES} unfinished bodies of 24 MiB to ${path} without a key take no memory`, LINUX, async () => {
    verifies('DEC-BODY-01');
    const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', `User-Agent: ${TEST_USER_AGENT}`];
    let statuses: (number | undefined)[] = [];
    const growth = await service.growthDuring(async () => {
      statuses = await attack(head, assertServed);
    });
    const expected = path === '/no/such/path' ? 404 : path === '/v1/images/generate' ? 401 : 400;
    assert.deepEqual(statuses, Array(BODIES).fill(expected));
    // They would take 1,200 MB.
    assert.ok(growth < 300, `the memory grew by ${growth} MB`);
  });
}

test(
  `${BODIES} unfinished uploads with a key take a share of the budget, and others are served`,
  LINUX,
  async () => {
    verifies('DEC-BODY-02', 'DEC-BODY-03');
    const key = await service.key();
    const head = ['POST /v1/videos/generate HTTP/1.1', 'Host: localhost', `User-Agent: ${TEST_USER_AGENT}`];
    let statuses: (number | undefined)[] = [];
    const growth = await service.growthDuring(async () => {
      statuses = await attack([...head, `X-API-Key: ${key}`], assertServed);
    });
    const refused = statuses.filter((status) => status === 503).length;
    const open = statuses.filter((status) => status === undefined).length;
    assert.equal(refused + open, BODIES, String(statuses));
    assert.ok(open * SENT <= 64 * MIB, `${open} bodies were read`);
    assert.ok(growth < 400, `the memory grew by ${growth} MB`);
    // What the attacker held is free again.
    await assertServed();
  },
);
