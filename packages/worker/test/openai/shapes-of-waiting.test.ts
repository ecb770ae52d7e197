import { setTimeout } from 'node:timers/promises';
import { imageTask } from '@kinora/testing/fake-openai/openai-scene';
import { at, CONTENT, ORDER, POLL, run, sent } from './vendor-shapes.ts';

const CLOUDFLARE = { server: 'cloudflare', 'cf-ray': '9b1c74756-FRA', 'content-type': 'text/html' };

/** A video in the response to its order, which is sent like this. */
const blocking = (send: Parameters<typeof sent>[0]) => ({
  sync: true,
  interfere: at('POST', ORDER, () => sent(send)),
});

run('a call that takes long, of which one bill is paid:', [
  {
    // Servers that must keep proxies awake send blanks before their JSON, as Heroku's and Salesforce's guides say.
    what: 'blanks keep the connection open until the response is there',
    behaviour: blocking(async (response, whole) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (let blank = 0; blank < 5; blank++) {
        response.write(' \n');
        await setTimeout(40);
      }
      response.end(whole);
    }),
    ends: 'delivered',
    bills: 1,
  },
  {
    // FastAPI servers behind uvicorn with streaming responses: headers at once, the body when it is rendered.
    what: 'the headers come early and the body late',
    behaviour: blocking(async (response, whole) => {
      response.writeHead(200, { 'content-length': whole.length }).flushHeaders();
      await setTimeout(300);
      response.end(whole);
    }),
    ends: 'delivered',
    bills: 1,
  },
  {
    // RFC 8297 and RFC 2518: Fastly and nginx forward 103, some WebDAV servers send 102.
    what: 'interim responses come before the last one',
    behaviour: blocking(async (response, whole) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
      await setTimeout(100);
      response.end(whole);
    }),
    ends: 'delivered',
    bills: 1,
  },
  {
    // Cloudflare, before each origin that takes more than 100 s.
    what: 'Cloudflare gives up with 524 while the vendor renders',
    behaviour: {
      idempotent: true,
      interfere: at('POST', ORDER, (count) =>
        count === 1
          ? sent(async (response) => {
              response.writeHead(524, CLOUDFLARE).end('<title>524: A timeout occurred</title>');
            })
          : undefined,
      ),
    },
    task: imageTask,
    ends: 'delivered',
    bills: 1,
  },
  {
    // nginx and AWS load balancers, after 60 s.
    what: 'a proxy gives up with 504 while the vendor renders',
    behaviour: {
      idempotent: true,
      interfere: at('POST', ORDER, (count) =>
        count === 1
          ? sent(async (response) => void response.writeHead(504).end('<h1>504 Gateway Time-out</h1>'))
          : undefined,
      ),
    },
    task: imageTask,
    ends: 'delivered',
    bills: 1,
  },
  {
    // The same vendors without idempotency keys: the order is repeated once at most.
    what: 'a proxy gives up with 504 each time, and the vendor knows no idempotency key',
    behaviour: {
      interfere: at('POST', ORDER, () =>
        sent(async (response) => void response.writeHead(504).end('<h1>504 Gateway Time-out</h1>')),
      ),
    },
    task: imageTask,
    ends: 'failed',
    bills: 2,
    says: /returned 504/,
  },
]);

const forever = (status: object) => Array.from({ length: 20_000 }, () => ({ ...status }));

run('a video that is not ready:', [
  {
    // Reported of Sora and of most vendors: the last percent never comes.
    what: 'its progress stays at 99',
    behaviour: { statuses: forever({ status: 'in_progress', progress: 99 }) },
    settings: { timeouts: { video: 1_000 } },
    ends: 'failed',
    bills: 1,
    says: /not ready after/,
  },
  {
    // A queue that gives the job to one machine after the other, as Runway's THROTTLED does.
    what: 'it goes from the queue to work and again to the queue',
    behaviour: {
      statuses: Array.from({ length: 20_000 }, (_, at) => ({
        status: at % 2 === 0 ? 'queued' : 'in_progress',
      })),
    },
    settings: { timeouts: { video: 1_000 } },
    ends: 'failed',
    bills: 1,
    says: /not ready after/,
  },
  {
    // xAI answers 202 without a body while it renders (vercel/ai#17308).
    what: 'polls have no body until it is there',
    behaviour: {
      interfere: at('GET', POLL, (count) => (count <= 30 ? { status: 202, body: '' } : undefined)),
    },
    settings: { timeouts: { claim: 50 } },
    ends: 'delivered',
    bills: 1,
  },
  {
    // Gateways such as LiteLLM and new-api pass the 5xx and the pages of what is behind them.
    what: 'polls fail in different ways in between',
    behaviour: {
      interfere: at(
        'GET',
        POLL,
        (count) =>
          [
            { status: 502, body: '<html>' },
            { status: 200, body: '<html>' },
            { status: 429 },
            { status: 408 },
          ][count - 1],
      ),
    },
    ends: 'delivered',
    bills: 1,
  },
  {
    // Sora and xAI: the request outlived its time at the vendor, which made nothing (ArcReel#651).
    what: 'it has expired in the queue',
    behaviour: { statuses: [{ status: 'expired' }] },
    ends: 'failed',
    bills: 3,
    says: /expired/,
  },
  {
    // Queues with a limit for each job, which bill the time until then: Runpod's TIMED_OUT.
    what: 'its time runs out while it renders, twice',
    behaviour: { statuses: [{ status: 'IN_PROGRESS' }, { status: 'TIMED_OUT' }] },
    ends: 'failed',
    bills: 2,
    says: /TIMED_OUT/,
  },
  {
    what: 'its time runs out while it renders, as the error says',
    behaviour: {
      statuses: [{ status: 'in_progress' }, { status: 'failed', error: { message: 'Execution timeout' } }],
    },
    ends: 'failed',
    bills: 2,
    says: /Execution timeout/,
  },
]);

run('a video that is described in words of their own:', [
  {
    // Kling, which gateways pass on.
    what: 'it has done "succeed"',
    behaviour: { statuses: [{ status: 'processing' }, { status: 'succeed' }] },
    ends: 'delivered',
    bills: 1,
  },
  {
    // MiniMax: Preparing, Queueing, Processing, Success.
    what: 'it is "Preparing", and then a "Success"',
    behaviour: { statuses: [{ status: 'Preparing' }, { status: 'Queueing' }, { status: 'Success' }] },
    ends: 'delivered',
    bills: 1,
  },
  {
    // A word that nobody has listed, with the result; aimock#264 describes records with a flat url.
    what: 'it is "Wrapped", with the address of the file',
    behaviour: { statuses: forever({ status: 'Wrapped', url: '/v1/videos/video_1/content' }) },
    settings: { timeouts: { video: 1_500 } },
    ends: 'delivered',
    bills: 1,
  },
  {
    // new-api and one-api wrap what they pass on: { code: 'success', data: { ... } }.
    what: 'its record is within another',
    behaviour: {
      interfere: at('GET', POLL, (count) => ({
        status: 200,
        body: {
          code: 'success',
          message: '',
          data: { id: 'video_1', status: count < 3 ? 'IN_PROGRESS' : 'SUCCESS' },
        },
      })),
    },
    ends: 'delivered',
    bills: 1,
  },
  {
    // xAI's name for the id.
    what: 'its id is a request_id',
    behaviour: {
      interfere: at('POST', ORDER, () =>
        sent(async (response, whole) => {
          const { id } = JSON.parse(whole.toString());
          response.end(JSON.stringify({ request_id: id }));
        }),
      ),
    },
    ends: 'delivered',
    bills: 1,
  },
  {
    // MiniMax's word for a failure.
    what: 'it is a "Fail"',
    behaviour: { statuses: [{ status: 'Fail', error: { message: 'internal error' } }] },
    ends: 'failed',
    bills: 3,
    says: /internal error/,
  },
  {
    what: 'it is "stuck" until the end, and its content is there',
    behaviour: {
      interfere: at('GET', POLL, () => ({ status: 200, body: { id: 'video_1', status: 'stuck' } })),
    },
    settings: { timeouts: { video: 1_000, claim: 20_000 } },
    ends: 'delivered',
    bills: 1,
  },
  {
    what: 'it is "stuck" until the end, which the operator reads',
    behaviour: {
      statuses: forever({ status: 'stuck' }),
      interfere: at('GET', CONTENT, () => ({ status: 404 })),
    },
    settings: { timeouts: { video: 1_000 } },
    ends: 'failed',
    bills: 1,
    says: /its status was "stuck"/,
  },
]);
