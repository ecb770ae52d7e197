import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { makeMp4, makePng } from '@kinora/testing/fake-openai/media';
import { createOpenAiEngine } from '../../src/openai/openai-engine.ts';
import { readProfile } from '../../src/openai/profile.ts';
import type { OpenAiSettings } from '../../src/openai/settings.ts';

/** A vendor as its documents describe it: a file of `vendors` has one, as `vendor`, and `profiles.test.ts` orders from each. */
export interface Vendor {
  readonly profile: string;
  /** The path of the address that a worker is set to, if the profile does not add it. */
  readonly path?: string;
  readonly settings?: Partial<OpenAiSettings>;
  /** It renders whatever it is asked for. */
  readonly hasNoFilter?: boolean;
  /** How the key arrives; `Bearer sk-hidden-1` if absent. */
  readonly authorization?: string;
  /** In which header, if not in that of its name. */
  readonly keyHeader?: string;
  readonly services: { readonly [operation in Operation]?: Service };
}

export type Operation = 'image' | 'i2i' | 'video' | 'i2v';

/** What becomes of an order: `vanished` is one that is not found later, and `slow` one that is never ready. */
export type End = 'done' | 'failed' | 'refused' | 'vanished' | 'slow';

/** The calls are written as `POST /v1/videos`. */
export interface Service {
  readonly order: RegExp;
  /** Some of the fields of the order, beside the prompt; those of a list by their place. */
  readonly sends: Expected;
  /** Headers of the order, beside the key. */
  readonly headers?: Expected;
  /** The answer to the order, by the end of it where there is no job. */
  readonly ordered: (scene: Scene) => Reply;
  /** How a job is asked for, and the answers, one after the other; the last remains. Absent if the order is answered with the result. */
  readonly polled?: {
    readonly call: RegExp;
    readonly answers: (scene: Scene) => readonly Reply[];
    /** What it says of a job that it no longer has, if not 404. */
    readonly gone?: Reply;
  };
  /** Other calls that it answers, such as one for the result. */
  readonly others?: Readonly<Record<string, (scene: Scene) => Reply | Uint8Array>>;
  /** What its filter refuses is kept back, and nothing says that the prompt is at fault. */
  readonly withholds?: boolean;
  /** How an unwanted job is cancelled or deleted, and a stored result deleted; absent if the vendor cannot. */
  readonly cancel?: RegExp;
  readonly delete?: RegExp;
  /** What it says that it bills, in US cents; absent if it says nothing. */
  readonly costCents?: number;
  /** How many orders an end leads to, if not one for each attempt that failed or vanished. */
  readonly orders?: { readonly [end in End]?: number };
}

/** A body for status 200, or the status and the body. */
type Reply = object | readonly [status: number, body: object];

type Expected = {
  readonly [name: string]: RegExp | string | number | boolean | Expected | readonly string[] | undefined;
};

interface Scene {
  readonly end: End;
  /** The address of the vendor, without a path. */
  readonly at: string;
  /** The address of the result, and the result itself. */
  readonly file: string;
  readonly base64: string;
  readonly bytes: Uint8Array;
}

interface SeenCall {
  readonly call: string;
  readonly authorization: string | undefined;
  readonly key: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** What a test sees of a vendor. */
export interface StandIn {
  readonly calls: readonly SeenCall[];
  readonly orders: () => readonly SeenCall[];
  readonly polls: () => number;
  readonly has: (call: RegExp | undefined) => boolean;
  readonly createEngine: (more?: Partial<OpenAiSettings>) => ReturnType<typeof createOpenAiEngine>;
}

const MODEL = 'maker/painter';

const png = makePng({ width: 320, height: 208 }, '');
const mp4 = makeMp4({ width: 256, height: 144, frames: 25, fps: 24, audio: true });

interface Play {
  readonly operation: Operation;
  readonly end: End;
  /** Whether the connection breaks once, when the order was accepted. */
  readonly losesResponse?: boolean;
}

/** A server that answers as the vendor. */
export async function startVendor(
  t: TestContext,
  vendor: Vendor,
  { operation, end, losesResponse = false }: Play,
): Promise<StandIn> {
  const service = vendor.services[operation] as Service;
  const isVideo = operation === 'video' || operation === 'i2v';
  const bytes = await (isVideo ? mp4 : png);
  const file = isVideo ? '/file.mp4' : '/file.png';
  const calls: SeenCall[] = [];
  const countOf = (pattern: RegExp) => calls.filter(({ call }) => pattern.test(call)).length;
  let scene: Scene;

  const replyTo = (call: string): Reply | Uint8Array | undefined => {
    const { order, ordered, polled, others = {} } = service;
    if (order.test(call)) return ordered(scene);
    if (polled?.call.test(call)) {
      const answers = polled.answers(scene);
      const count = countOf(polled.call);
      if (end !== 'vanished' || count < 2) return answers[Math.min(count, answers.length) - 1];
      return polled.gone ?? [404, { detail: 'Not found', error: { message: 'Not found' } }];
    }
    if (call === `GET ${file}`) return bytes;
    const isEnding = [service.cancel, service.delete].some((one) => one?.test(call));
    return others[call]?.(scene) ?? (isEnding ? {} : undefined);
  };

  const server = createServer(async (request, response) => {
    const call = `${request.method} ${request.url}`;
    const { headers } = request;
    const { [vendor.keyHeader ?? 'authorization']: authorization, 'idempotency-key': key } = headers;
    calls.push({
      call,
      authorization: authorization as string | undefined,
      key: key as string | undefined,
      headers,
      body: await bodyOf(request),
    });
    const isLost = losesResponse && service.order.test(call) && countOf(service.order) === 1;
    const reply = replyTo(call) ?? [404, { detail: 'Not found' }];
    const [status, body] = Array.isArray(reply) ? reply : [200, reply];
    if (isLost) response.destroy();
    else response.writeHead(status).end(body instanceof Uint8Array ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  scene = { end, at, file: `${at}${file}`, base64: Buffer.from(bytes).toString('base64'), bytes };
  return {
    calls,
    orders: () => calls.filter(({ call }) => service.order.test(call)),
    polls: () => (service.polled ? countOf(service.polled.call) : 0),
    has: (call) => call !== undefined && countOf(call) > 0,
    createEngine: (more = {}) =>
      createOpenAiEngine({
        url: `${at}${vendor.path ?? ''}`,
        key: 'sk-hidden-1',
        profile: readProfile(vendor.profile),
        ...modelsOf(vendor),
        trustsOtherHosts: true,
        ...vendor.settings,
        ...more,
        timeouts: { firstPoll: 5, maxPoll: 10, patience: 200, claim: 200, ...more.timeouts },
      }),
  };
}

function modelsOf({ services }: Vendor): Partial<OpenAiSettings> {
  return {
    imageModel: services.image && MODEL,
    editModel: services.i2i && MODEL,
    videoModel: services.video && MODEL,
    animateModel: services.i2v && MODEL,
  };
}

/** Fields of JSON or a form; a file is its type. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const bytes = await buffer(request);
  const type = request.headers['content-type'] ?? '';
  if (type.includes('json')) return JSON.parse(bytes.toString());
  if (!type.startsWith('multipart/')) return undefined;
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === 'string' ? value : `a file of ${value.type}`]),
  );
}

export function assertSent(body: unknown, expected: Expected): void {
  for (const [name, value] of Object.entries(expected)) {
    const sent = (body as Record<string, unknown> | undefined)?.[name];
    if (value instanceof RegExp) assert.match(String(sent), value, name);
    else if (typeof value === 'object' && !Array.isArray(value)) assertSent(sent, value as Expected);
    else assert.deepEqual(sent, value, name);
  }
}
