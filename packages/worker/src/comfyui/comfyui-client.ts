import { FormData } from 'undici';
import { z } from 'zod';
import type { Remote, RemoteCall, RemoteResponse } from '../remote/remote.ts';
import { describeRejection } from './describe-rejection.ts';
import type { NodeInfo } from './node-info.ts';
import type { Workflow } from './workflow.ts';

/** The calls of ComfyUI's HTTP API that the engine needs, each with a timeout. */
export interface ComfyUiClient {
  readonly url: string;
  readonly clientId: string;
  systemStats(): Promise<SystemStats>;
  /** Undefined for a kind of node that is not installed. */
  nodeInfo(kind: string): Promise<NodeInfo | undefined>;
  /** Puts a prompt into the queue; rejects with `PromptRejected` when it, or any part of it, does not validate. */
  submit(promptId: string, workflow: Workflow): Promise<void>;
  /** The record of a prompt that ended; undefined before its end, and after ComfyUI lost it. */
  history(promptId: string): Promise<HistoryEntry | undefined>;
  queue(): Promise<Queue>;
  /** Cancels this prompt and no other, queued or running. */
  cancel(promptId: string): Promise<void>;
  freeMemory(): Promise<void>;
  deleteHistory(promptIds: readonly string[]): Promise<void>;
  /** Ids of the ended prompts that were sent with this client id. */
  ownHistory(): Promise<string[]>;
  /** Stores a PNG among the inputs and returns its name for workflows. */
  uploadImage(name: string, png: Uint8Array, signal: AbortSignal): Promise<string>;
  download(file: OutputFile, signal: AbortSignal): Promise<Uint8Array>;
}

export interface Timeouts {
  /** It bounds a small request. ComfyUI responds slowly while it loads a model. */
  readonly requestMs: number;
  /** The time for the bytes of an image or a video. */
  readonly transferMs: number;
}

const queueItem = z.tuple([z.number(), z.string()]).rest(z.unknown());
const queueSchema = z.object({ queue_running: z.array(queueItem), queue_pending: z.array(queueItem) });
const fileSchema = z.object({ filename: z.string(), subfolder: z.string().default(''), type: z.string() });
const historySchema = z.object({
  prompt: z.unknown(),
  outputs: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  status: z
    .object({
      status_str: z.string().optional(),
      messages: z.array(z.tuple([z.string(), z.record(z.string(), z.unknown())])).default([]),
    })
    .nullish(),
});
const statsSchema = z.object({
  system: z.object({ comfyui_version: z.string().optional(), pytorch_version: z.string().optional() }),
  devices: z
    .array(
      z.object({ name: z.string(), vram_total: z.number().optional(), vram_free: z.number().optional() }),
    )
    .default([]),
});
const uploadSchema = z.object({ name: z.string(), subfolder: z.string().default('') });

export type HistoryEntry = z.infer<typeof historySchema>;
export type OutputFile = z.infer<typeof fileSchema>;
type SystemStats = z.infer<typeof statsSchema>;
export const outputFileSchema = fileSchema;

interface Queue {
  /** Ids of all prompts, of all clients. */
  readonly running: readonly string[];
  readonly pending: readonly string[];
  /** Ids of those sent with this client id. */
  readonly ours: readonly string[];
}

/** The workflow does not validate; sending it again does not help. */
export class PromptRejected extends Error {}

const LOGIN = ': something before ComfyUI asks for a login, which KINORA_COMFYUI_HEADERS can give';

class CallFailed extends Error {
  readonly status: number;
  /** The response; not part of the message, because it may echo the prompt. */
  readonly text: string;
  constructor(call: string, status: number, text: string) {
    super(`${call} returned ${status}${[401, 403, 407].includes(status) ? LOGIN : ''}`);
    this.status = status;
    this.text = text;
  }
}

const MAX_OUTPUT_BYTES = 1024 * 1024 * 1024;

export function createComfyUiClient(remote: Remote, clientId: string, timeouts: Timeouts): ComfyUiClient {
  const { call, getJson, postJson } = createCalls(remote, timeouts);
  const { url } = remote;

  return {
    url,
    clientId,
    systemStats: async () => statsSchema.parse(await getJson('/system_stats')),
    async nodeInfo(kind) {
      const response = (await getJson(`/object_info/${encodeURIComponent(kind)}`)) as Record<
        string,
        NodeInfo
      >;
      return response[kind];
    },
    async submit(promptId, workflow) {
      const body = { prompt: workflow, prompt_id: promptId, client_id: clientId };
      const response = await call('/prompt', jsonPost(body)).catch((error: unknown) => {
        if (!(error instanceof CallFailed) || error.status !== 400) throw error;
        throw new PromptRejected(describeRejection(parseJson(error.text)));
      });
      // One branch that validates is enough for a 200, and the rest would silently be left out.
      const rejection = describeRejection(jsonIn(response));
      if (rejection !== undefined) throw new PromptRejected(rejection);
    },
    async history(promptId) {
      const response = (await getJson(`/history/${promptId}`)) as Record<string, unknown>;
      return response[promptId] === undefined ? undefined : historySchema.parse(response[promptId]);
    },
    async queue() {
      const { queue_running: running, queue_pending: pending } = queueSchema.parse(await getJson('/queue'));
      const ids = (items: typeof running) => items.map(([, id]) => id);
      const ours = [...running, ...pending].filter((item) => isOwn(item, clientId));
      return { running: ids(running), pending: ids(pending), ours: ids(ours) };
    },
    async cancel(promptId) {
      try {
        await postJson(`/api/jobs/${promptId}/cancel`, {});
        return;
      } catch (error) {
        if (!(error instanceof CallFailed) || ![404, 405].includes(error.status)) throw error;
      }
      // Versions without the job calls have only this. With the id, another client's prompt is not interrupted.
      await postJson('/queue', { delete: [promptId] });
      const { queue_running: running } = queueSchema.parse(await getJson('/queue'));
      if (running.some(([, id]) => id === promptId)) await postJson('/interrupt', { prompt_id: promptId });
    },
    freeMemory: () => postJson('/free', { unload_models: true, free_memory: true }),
    deleteHistory: (promptIds) => postJson('/history', { delete: promptIds }),
    async ownHistory() {
      const entries = (await getJson('/history?max_items=200')) as Record<string, { prompt?: unknown }>;
      return Object.entries(entries).flatMap(([id, { prompt }]) => (isOwn(prompt, clientId) ? [id] : []));
    },
    async uploadImage(name, png, signal) {
      const form = new FormData();
      form.set('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), name);
      // Every client has a separate folder, so that no other client's files are touched.
      form.set('subfolder', clientId);
      form.set('type', 'input');
      const response = await call('/upload/image', {
        method: 'POST',
        body: form,
        signal,
        timeoutMs: timeouts.transferMs,
      });
      const stored = uploadSchema.parse(jsonIn(response));
      return stored.subfolder === '' ? stored.name : `${stored.subfolder}/${stored.name}`;
    },
    async download({ filename, subfolder, type }, signal) {
      const query = new URLSearchParams({ filename, subfolder, type });
      const timeoutMs = timeouts.transferMs;
      const response = await call(`/view?${query}`, { signal, timeoutMs, maxBytes: MAX_OUTPUT_BYTES });
      return response.bytes;
    },
  };
}

function createCalls(remote: Remote, { requestMs }: Timeouts) {
  async function call(path: string, more: Partial<RemoteCall> = {}): Promise<RemoteResponse> {
    const request = { method: 'GET', timeoutMs: requestMs, ...more } as const;
    const response = await remote.call(path, request);
    if (response.status >= 200 && response.status < 300) return response;
    throw new CallFailed(`${request.method} ${path}`, response.status, textIn(response));
  }
  return {
    call,
    async getJson(path: string): Promise<unknown> {
      const response = await call(path);
      const value = parseJson(textIn(response));
      // Many proxies that ask for a login answer with their page, as if that were a success.
      if (value === undefined) throw new Error(`GET ${path} returned something other than JSON${LOGIN}`);
      return value;
    },
    postJson: async (path: string, body: object): Promise<void> => void (await call(path, jsonPost(body))),
  };
}

function jsonPost(body: object): Partial<RemoteCall> {
  return { method: 'POST', body };
}

const textIn = ({ bytes }: RemoteResponse): string => new TextDecoder().decode(bytes);
const jsonIn = (response: RemoteResponse): unknown => JSON.parse(textIn(response));

/** The fourth element of a queued prompt has the id of its client. */
function isOwn(item: unknown, clientId: string): boolean {
  const extra = Array.isArray(item) ? (item[3] as { client_id?: unknown } | undefined) : undefined;
  return extra?.client_id === clientId;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
