import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import type { Interference, LoggedRequest } from '@kinora/testing/fake-openai/fake-openai';
import { makeMp4 } from '@kinora/testing/fake-openai/media';
import { PROMPT, setUp, videoTask } from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';
import { at, attempt, CONTENT, POLL, run, sent } from './vendor-shapes.ts';

run('a video that is ready, and whose file', [
  {
    // OpenAI answers so until the file is there, and LiteLLM passes it on (litellm#32602).
    what: 'is not ready yet',
    behaviour: {
      interfere: at('GET', CONTENT, (count) =>
        count <= 2
          ? { status: 404, body: { error: { message: 'Video is not ready yet, use GET /v1/videos/{id}' } } }
          : undefined,
      ),
    },
    ends: 'delivered',
    bills: 1,
  },
  {
    // LiteLLM before that change: the error of the vendor as a video with 200.
    what: 'is an error with the status of a success',
    behaviour: {
      interfere: at('GET', CONTENT, (count) =>
        count <= 2
          ? {
              status: 200,
              headers: { 'content-type': 'video/mp4' },
              body: { error: { message: `Video is not ready yet: ${PROMPT}` } },
            }
          : undefined,
      ),
    },
    ends: 'delivered',
    bills: 1,
  },
  {
    what: 'is an error with the status of a success for as long as it is asked for',
    behaviour: {
      interfere: at('GET', CONTENT, () => ({ status: 200, body: { error: `Not ready yet: ${PROMPT}` } })),
    },
    settings: { timeouts: { claim: 100 } },
    ends: 'failed',
    bills: 1,
    says: /Not ready yet/,
  },
  {
    // Stores behind a vendor's API while they copy: new-api#2751.
    what: 'cannot be fetched by the vendor for a while',
    behaviour: {
      interfere: at('GET', CONTENT, (count) =>
        count <= 2
          ? { status: 502, body: { error: { message: 'Failed to fetch video content' } } }
          : undefined,
      ),
    },
    ends: 'delivered',
    bills: 1,
  },
  {
    // Node's and Python's servers that die in between: Content-Length says more than comes.
    what: 'breaks off, and comes the second time',
    behaviour: {
      interfere: at('GET', CONTENT, (count) => (count === 1 ? { status: 200, cut: 0.5 } : undefined)),
    },
    ends: 'delivered',
    bills: 1,
  },
  {
    // S3 answers 200 and breaks the body off without a length; the index of the MP4 is then not there.
    what: 'comes in part three times, each a whole response',
    behaviour: {
      interfere: at('GET', CONTENT, (count) =>
        count <= 3
          ? sent(async (response, whole) => void response.end(whole.subarray(0, whole.length / 2)))
          : undefined,
      ),
    },
    ends: 'delivered',
    bills: 1,
  },
]);

describe('a video that is ready, and whose link', { concurrency: true }, () => {
  /** A store that takes a link with this signature. */
  async function store(t: TestContext, isTaken: (path: string) => boolean, file: () => Promise<Uint8Array>) {
    const asked: string[] = [];
    const server = createServer(async ({ url = '', headers }, response) => {
      asked.push(`${url} ${headers.authorization}`);
      if (!isTaken(url)) return void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      response.end(await file());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  }

  // xAI, Runway and Replicate give links that are signed, for an hour or a day; each answer has a fresh one.
  test('has expired is asked for again', async (t) => {
    verifies('DEC-REMOTE-04', 'DEC-REMOTE-21');
    const file = () => makeMp4({ width: 256, height: 144, frames: 25, fps: 24, audio: true });
    const { url, asked } = await store(t, (path) => path === '/v.mp4?signature=2', file);
    let polls = 0;
    const interfere = (request: LoggedRequest): Interference | undefined => {
      if (CONTENT.test(request.path)) return { status: 404, body: { detail: 'Not Found' } };
      if (request.method !== 'GET' || !POLL.test(request.path)) return undefined;
      polls += 1;
      return { status: 200, body: { status: 'done', video: { url: `${url}/v.mp4?signature=${polls}` } } };
    };
    const settings = { trustsOtherHosts: true, key: 'sk-hidden-1' };
    const { engine, server } = await setUp(t, { interfere }, settings);
    const end = await attempt(engine, videoTask);
    assert.deepEqual([end.ends, server.bills()], ['delivered', 1], end.says);
    assert.deepEqual(asked, ['/v.mp4?signature=1 undefined', '/v.mp4?signature=2 undefined']);
  });

  // OpenRouter and Azure redirect /content to their store.
  test('leads to a store on another host is followed without the key', async (t) => {
    verifies('DEC-REMOTE-02', 'DEC-REMOTE-21');
    const file = () => makeMp4({ width: 256, height: 144, frames: 25, fps: 24, audio: true });
    const { url, asked } = await store(t, () => true, file);
    const settings = { trustsOtherHosts: true, key: 'sk-hidden-1' };
    const { engine, server } = await setUp(t, { contentAt: `${url}/v.mp4` }, settings);
    const end = await attempt(engine, videoTask);
    assert.deepEqual([end.ends, server.bills()], ['delivered', 1], end.says);
    assert.deepEqual(asked, ['/v.mp4 undefined']);
  });
});
