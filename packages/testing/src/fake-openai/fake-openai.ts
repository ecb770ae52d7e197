import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createOneAtATime, type Rendering } from '../one-at-a-time.ts';
import { type FakeSize, makeMp4, makePng, type VideoContent } from './media.ts';

/** A server with OpenAI's interface for images and videos. Its behaviour is configurable, because servers differ. */

export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  /** The idempotency key. */
  readonly key: string | undefined;
  /** Fields of a form or of JSON, as text. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly isForm: boolean;
}

export interface Behaviour {
  readonly key?: string;
  readonly models?: readonly string[];
  /** How an image, or a video that is not a job, is delivered. */
  readonly results?: 'base64' | 'url' | 'path';
  /** Fields to reject as unknown, one at a time. */
  readonly unknown?: readonly string[];
  /** Overrides of the request: the properties of every image and video that is rendered. */
  readonly output?: Partial<VideoContent>;
  /** The statuses that a video reports before it is completed. */
  readonly statuses?: readonly Readonly<Record<string, unknown>>[];
  /** Images and videos are rendered one at a time and take this long; without it they are there at once. */
  readonly renderMs?: number;
  /** What is rendered, instead of a drawing made for each request. */
  readonly media?: (content: FakeSize & Partial<VideoContent>) => Uint8Array;
  /** A request with the idempotency key of an earlier one gets its response. */
  readonly idempotent?: boolean;
  /** Videos are in the response to their creation. */
  readonly sync?: boolean;
  /** The address that requests for the content of a video are redirected to. */
  readonly contentAt?: string;
  /** The response to this request; undefined for the usual one. `count` is the number of calls of this path so far. */
  readonly interfere?: (request: LoggedRequest, count: number) => Interference | undefined;
}

export interface Interference {
  /** 0 sends no response. */
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Share of the usual body that is sent; Content-Length announces the whole body. */
  readonly cut?: number;
  /** Sends the usual body in another way. */
  readonly send?: (response: ServerResponse, whole: Buffer) => Promise<void>;
}

export interface FakeOpenAi {
  readonly url: string;
  /** Every request, in order. */
  readonly requests: readonly LoggedRequest[];
  /** Ids of videos that are neither fetched nor deleted. */
  readonly videos: ReadonlyMap<string, unknown>;
  /** How many images and videos were made: what the server bills. */
  bills(): number;
  /** What was rendered, if rendering takes time. */
  readonly renderings: readonly Rendering[];
  stop(): Promise<void>;
}

interface FakeVideo {
  readonly id: string;
  readonly content: VideoContent;
  polls: number;
  /** Set when its rendering starts, and when it has ended. */
  startedAt?: number;
  isRendered?: boolean;
}

export async function startFakeOpenAi(behaviour: Behaviour = {}): Promise<FakeOpenAi> {
  const requests: LoggedRequest[] = [];
  const videos = new Map<string, FakeVideo>();
  let created = 0;
  let billed = 0;
  const media = new Map<string, Uint8Array>();
  const { renderMs } = behaviour;
  const { renderings, render } = createOneAtATime(renderMs ?? 0);
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const one = await readRequest(request);
    requests.push(one);
    const count = requests.filter(({ method, path }) => method === one.method && path === one.path).length;
    const interference = behaviour.interfere?.(one, count);
    if (interference !== undefined && interference.cut === undefined && interference.send === undefined) {
      if (interference.status === 0) return;
      const { status, body, headers } = interference;
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
      return;
    }
    const reply = await (behaviour.idempotent === true && one.key !== undefined
      ? respondOnce(one.key, one)
      : respond(one));
    const whole = reply.bytes ?? Buffer.from(JSON.stringify(reply.json ?? {}));
    if (interference?.send) return interference.send(response, Buffer.from(whole));
    const sent = whole.subarray(0, Math.round(whole.byteLength * (interference?.cut ?? 1)));
    response.writeHead(reply.status ?? 200, reply.headers).end(sent);
  }

  interface Reply {
    readonly status?: number;
    readonly json?: unknown;
    readonly bytes?: Uint8Array;
    readonly headers?: Record<string, string>;
  }

  const replies = new Map<string, Promise<Reply>>();
  function respondOnce(key: string, one: LoggedRequest): Promise<Reply> {
    const reply = replies.get(key) ?? respond(one);
    replies.set(key, reply);
    return reply;
  }

  async function respond(one: LoggedRequest): Promise<Reply> {
    if (one.path.startsWith('/files/')) return { bytes: media.get(one.path) ?? Buffer.from('gone') };
    if (behaviour.key !== undefined && one.authorization !== `Bearer ${behaviour.key}`) {
      return {
        status: 401,
        json: { error: { message: `Incorrect API key ${one.authorization}`, code: 'invalid_api_key' } },
      };
    }
    const unknown = behaviour.unknown?.find((field) => field in one.fields);
    if (unknown !== undefined) {
      const error = {
        message: `Unknown parameter: '${unknown}'.`,
        param: unknown,
        code: 'unknown_parameter',
      };
      return { status: 400, json: { error } };
    }
    if (one.path === '/v1/models') {
      if (behaviour.models === undefined) return { status: 404, json: { detail: 'Not Found' } };
      return { json: { object: 'list', data: behaviour.models.map((id) => ({ id, object: 'model' })) } };
    }
    if (one.path === '/v1/images/generations' || one.path === '/v1/images/edits') {
      billed += 1;
      const size = sizeOf(one);
      const png = behaviour.media?.(size) ?? (await makePng(size, one.fields.prompt ?? ''));
      // Complete before the rendering starts, so that nothing but the rendering takes time.
      const bytes = Buffer.from(JSON.stringify({ created: 1, data: [resultFor(png, 'png')] }));
      if (renderMs !== undefined) await render();
      return { bytes };
    }
    return one.path.startsWith('/v1/videos')
      ? respondToVideo(one)
      : { status: 404, json: { detail: 'Not Found' } };
  }

  async function respondToVideo(one: LoggedRequest): Promise<Reply> {
    if (one.path === '/v1/videos' && one.method === 'POST') {
      const content = requestedContent(one);
      if (behaviour.sync === true) {
        billed += 1;
        return { json: { created: 1, data: [resultFor(await makeMp4(content), 'mp4')] } };
      }
      created += 1;
      billed += 1;
      const video: FakeVideo = { id: `video_${created}`, content, polls: 0 };
      videos.set(video.id, video);
      if (renderMs !== undefined) void renderVideo(video);
      return {
        json: { id: video.id, object: 'video', status: 'queued', progress: 0, prompt: one.fields.prompt },
      };
    }
    const [, , , id = '', action] = one.path.split('/');
    const video = videos.get(id);
    if (video === undefined) return { status: 404, json: { detail: 'Video not found' } };
    if (one.method === 'DELETE') {
      videos.delete(id);
      return { json: { id, deleted: true, object: 'video.deleted' } };
    }
    if (action === 'content') {
      if (behaviour.contentAt !== undefined)
        return { status: 302, headers: { location: behaviour.contentAt }, bytes: Buffer.alloc(0) };
      return { bytes: behaviour.media?.(video.content) ?? (await makeMp4(video.content)) };
    }
    if (renderMs !== undefined) return { json: { id, object: 'video', ...progressOf(video, renderMs) } };
    const statuses = behaviour.statuses ?? [{ status: 'in_progress', progress: 40 }];
    const now = statuses[video.polls++] ?? { status: 'completed', progress: 100 };
    return { json: { id, object: 'video', ...now } };
  }

  async function renderVideo(video: FakeVideo): Promise<void> {
    await render(() => {
      video.startedAt = performance.now();
    });
    video.isRendered = true;
  }

  function sizeOf({ fields }: LoggedRequest) {
    const [width = 0, height = 0] = (fields.size ?? '').split('x').map(Number);
    return { width: behaviour.output?.width ?? width, height: behaviour.output?.height ?? height };
  }

  function requestedContent(one: LoggedRequest): VideoContent {
    const fps = Number(one.fields.fps ?? 24);
    const frames = Number(one.fields.num_frames ?? Number(one.fields.seconds) * fps);
    return { ...sizeOf(one), fps, frames, audio: one.fields.generate_sound === 'true', ...behaviour.output };
  }

  function resultFor(bytes: Uint8Array, ending: string) {
    if (behaviour.results === undefined || behaviour.results === 'base64')
      return { b64_json: Buffer.from(bytes).toString('base64') };
    const path = `/files/${media.size + 1}.${ending}`;
    media.set(path, bytes);
    return { b64_json: null, url: behaviour.results === 'path' ? path : url + path };
  }

  return {
    url,
    requests,
    videos,
    bills: () => billed,
    renderings,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What a video reports while it waits, is rendered, and is ready. */
function progressOf({ startedAt, isRendered }: FakeVideo, renderMs: number): object {
  if (isRendered) return { status: 'completed', progress: 100 };
  if (startedAt === undefined) return { status: 'queued', progress: 0 };
  const percent = Math.floor((100 * (performance.now() - startedAt)) / renderMs);
  return { status: 'in_progress', progress: Math.min(99, percent) };
}

async function readRequest(request: IncomingMessage): Promise<LoggedRequest> {
  const body = await buffer(request);
  const type = request.headers['content-type'] ?? '';
  const fields: Record<string, string> = {};
  const files: Record<string, Uint8Array> = {};
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    for (const [name, value] of form) {
      if (typeof value === 'string') fields[name] = value;
      else files[name] = new Uint8Array(await value.arrayBuffer());
    }
  } else if (type.startsWith('application/json')) {
    for (const [name, value] of Object.entries(JSON.parse(body.toString()) as object))
      fields[name] = String(value);
  }
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    authorization: request.headers.authorization,
    key: request.headers['idempotency-key'] as string | undefined,
    fields,
    files,
    isForm: type.startsWith('multipart/'),
  };
}
