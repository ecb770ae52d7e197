import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { linkedNode, type Workflow } from '@kinora/worker/comfyui/workflow';
import type { QueuedPrompt } from './prompt-queue.ts';
import type { ServerState } from './server-state.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Responds to one call as ComfyUI does. */
export async function respondToCall(
  comfy: ServerState,
  request: IncomingMessage,
  response: ServerResponse,
  call: URL,
): Promise<void> {
  const json = (body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const done = () => response.writeHead(200).end();
  const body = await readAll(request);
  const data = () => JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  const route = `${request.method} ${call.pathname}`;
  const [, folder, id = ''] = call.pathname.split('/');

  if (route === 'GET /system_stats')
    return void json({
      system: { comfyui_version: comfy.version, argv: [] },
      devices: [
        {
          name: 'cuda:0 NVIDIA GeForce RTX 4090 : cudaMallocAsync',
          vram_total: comfy.vramGib * 2 ** 30,
          vram_free: 20 * 2 ** 30,
        },
      ],
    });
  if (request.method === 'GET' && folder === 'object_info') {
    const info = comfy.catalogue.get(id);
    return void json(info ? { [id]: info } : {});
  }
  if (route === 'POST /prompt') return void (await acceptPrompt(comfy, data(), json));
  if (route === 'GET /queue') {
    const running = comfy.running ? [queueItem(comfy.running)] : [];
    return void json({ queue_running: running, queue_pending: comfy.pending.map(queueItem) });
  }
  if (route === 'POST /queue') {
    for (const each of data().delete as string[]) removePending(comfy, each);
    return void done();
  }
  if (route === 'POST /interrupt') {
    const { prompt_id: target } = data() as { prompt_id?: string };
    // Without an id the call interrupts the running prompt.
    if (target === undefined || comfy.running?.id === target) comfy.interrupt();
    return void done();
  }
  if (folder === 'api' && !comfy.isOld && /^\/api\/jobs\/[^/]+\/cancel$/.test(call.pathname)) {
    const job = call.pathname.split('/')[3] ?? '';
    const isRunning = comfy.running?.id === job;
    if (isRunning) comfy.interrupt();
    return void json({ cancelled: removePending(comfy, job) || isRunning });
  }
  if (route === 'GET /history') return void json(Object.fromEntries(comfy.history));
  if (request.method === 'GET' && folder === 'history') {
    const record = comfy.history.get(id);
    return void json(record ? { [id]: record } : {});
  }
  if (route === 'POST /history') {
    for (const each of data().delete as string[]) comfy.history.delete(each);
    return void done();
  }
  if (route === 'POST /free') {
    comfy.freed++;
    return void done();
  }
  if (route === 'POST /upload/image') return void (await acceptUpload(comfy, request, body, json));
  if (route === 'GET /view') return void (await sendFile(comfy, call.searchParams, response));
  // No such route: the path can only be a static file.
  response.writeHead(request.method === 'POST' ? 405 : 404).end('404: Not Found');
}

type Json = (body: unknown, status?: number) => void;

async function acceptPrompt(comfy: ServerState, data: Record<string, unknown>, json: Json): Promise<void> {
  const { prompt, prompt_id: id, client_id: clientId } = data as { prompt: Workflow; [key: string]: unknown };
  if (typeof id !== 'string' || !UUID.test(id)) {
    return json({ error: { type: 'invalid_prompt_id', message: 'no uuid' }, node_errors: {} }, 400);
  }
  for (const [node, { class_type: kind }] of Object.entries(prompt)) {
    if (comfy.catalogue.has(kind)) continue;
    const error = {
      type: 'missing_node_type',
      message: `Node ${kind} not found`,
      details: `Node ID '#${node}'`,
    };
    return json({ error, node_errors: {} }, 400);
  }
  const faults = await faultsOf(comfy, prompt);
  if (Object.keys(faults).length > 0) {
    const error = { type: 'prompt_outputs_failed_validation', message: 'Prompt outputs failed validation' };
    return json({ error, node_errors: faults }, 400);
  }
  const number = comfy.enqueue(id, prompt, typeof clientId === 'string' ? clientId : undefined);
  // One valid output is enough: the rest is reported, and the prompt runs without it.
  json({ prompt_id: id, number, node_errors: comfy.nodeErrors.shift() ?? {} });
}

async function faultsOf(comfy: ServerState, prompt: Workflow): Promise<Record<string, object>> {
  const faults: Record<string, object> = {};
  for (const [node, { class_type: kind, inputs }] of Object.entries(prompt)) {
    const required = comfy.catalogue.get(kind)?.input?.required ?? {};
    for (const [name, offer] of Object.entries(required)) {
      const value = inputs[name];
      const fail = (type: string) => {
        faults[node] = { errors: [{ type, details: `${name}: '${value}'` }], class_type: kind };
      };
      for (const nested of requiredByChoice(offer, value)) {
        if (!(`${name}.${nested}` in inputs)) fail('required_input_missing');
      }
      if (value === undefined) fail('required_input_missing');
      else if (kind === 'LoadImage') {
        const isThere = await stat(path.join(comfy.folders.input, String(value))).catch(() => undefined);
        if (!isThere) fail('custom_validation_failed');
      } else if (!linkedNode(value) && !isOffered(offer, value)) fail('value_not_in_list');
    }
  }
  return faults;
}

/** The inputs that a node has because of a choice; ComfyUI does not complain about a choice that does not exist. */
function requiredByChoice(offer: unknown, value: unknown): string[] {
  const [type, { options = [] } = {}] = offer as [
    unknown,
    { options?: { key: unknown; inputs: { required: object } }[] }?,
  ];
  if (type !== 'COMFY_DYNAMICCOMBO_V3') return [];
  return Object.keys(options.find(({ key }) => key === value)?.inputs.required ?? {});
}

function isOffered(offer: unknown, value: unknown): boolean {
  const [type, options] = offer as [unknown, { options?: unknown[] }];
  const list = Array.isArray(type) ? type : type === 'COMBO' ? options.options : undefined;
  return list === undefined || list.includes(value);
}

function queueItem({ number, id, workflow, clientId }: QueuedPrompt): unknown[] {
  return [number, id, workflow, { client_id: clientId }, []];
}

function removePending({ pending }: ServerState, id: string): boolean {
  const at = pending.findIndex((prompt) => prompt.id === id);
  if (at >= 0) pending.splice(at, 1);
  return at >= 0;
}

async function acceptUpload(
  comfy: ServerState,
  request: IncomingMessage,
  body: Buffer,
  json: Json,
): Promise<void> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  const image = form.get('image') as File;
  const subfolder = String(form.get('subfolder') ?? '');
  // ComfyUI may store a file under another name, so a client must use the name in the response.
  const name = image.name.replace(/\.png$/, ' (1).png');
  await mkdir(path.join(comfy.folders.input, subfolder), { recursive: true });
  await writeFile(path.join(comfy.folders.input, subfolder, name), new Uint8Array(await image.arrayBuffer()));
  json({ name, subfolder, type: 'input' });
}

async function sendFile(comfy: ServerState, query: URLSearchParams, response: ServerResponse): Promise<void> {
  const file = path.join(
    comfy.folders.output,
    query.get('subfolder') ?? '',
    path.basename(query.get('filename') ?? ''),
  );
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
