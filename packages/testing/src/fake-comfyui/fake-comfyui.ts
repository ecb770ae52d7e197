import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Template } from '@kinora/worker/comfyui/manifest';
import type { NodeInfo } from '@kinora/worker/comfyui/node-info';
import type { Workflow } from '@kinora/worker/comfyui/workflow';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Rendering } from '../one-at-a-time.ts';
import type { WorkflowOutput } from './graph.ts';
import { catalogueFor } from './node-catalogue.ts';
import { execute, type PromptFate, type PromptRecord, type QueuedPrompt, stepsOf } from './prompt-queue.ts';
import { respondToCall } from './routes.ts';
import type { ServerState } from './server-state.ts';

/** A fault of a call: an error status, a response lost after processing, a connection cut before it, or no response. */
type CallFault = 500 | 503 | 'lose_response' | 'cut' | 'hang';

/**
 * ComfyUI over real HTTP and a real socket, with the state and the quirks that a running ComfyUI has. Its files are
 * stored in real folders.
 */
export class FakeComfyUi implements ServerState {
  readonly folders: { readonly output: string; readonly input: string };
  catalogue: Map<string, NodeInfo>;
  /** An old version, which lacks the job calls. */
  isOld = false;
  /** The socket works, accepts connections but sends nothing, or rejects connections. */
  socketState: 'works' | 'silent' | 'refused' = 'works';
  videoKey = 'images';
  stepMs = 0;
  /** How long the steps of a prompt take together, whatever its workflow; `stepMs` each if it is not set. */
  renderMs: number | undefined;
  /** What prompts save, instead of a drawing made for each. */
  media: ((output: WorkflowOutput) => Uint8Array) | undefined;
  /** The prompts that ran to their end. */
  readonly renderings: Rendering[] = [];
  cachedNodes: (workflow: Workflow) => string[] = () => [];
  /** Fates of the next prompts. */
  readonly fates: (PromptFate | undefined)[] = [];
  readonly pending: QueuedPrompt[] = [];
  running: QueuedPrompt | undefined;
  readonly history = new Map<string, PromptRecord>();
  /** Ids in the order in which they began to run. */
  readonly started: string[] = [];
  readonly submitted: Workflow[] = [];
  /** Method and path of every call. */
  readonly calls: string[] = [];
  readonly nodeErrors: object[] = [];
  interruptions = 0;
  freed = 0;
  version = '0.9.0';
  vramGib = 24;
  private readonly faults: { path: RegExp; fault: CallFault; times: number }[] = [];
  /** Whether the end of a socket is noticed at once, or only by `noticeCuts`, as when a network drops the connection. */
  noticesCuts = true;
  private readonly unnoticed: (() => void)[] = [];
  private readonly sockets = new Map<string, WebSocket>();
  private readonly server: Server;
  private readonly socketServer = new WebSocketServer({ noServer: true });
  private gateOpened = Promise.withResolvers<void>();
  private isInterrupted = false;
  private restarts = 0;
  private port = 0;
  private counter = 0;
  private working: Promise<void> = Promise.resolve();

  constructor(templates: readonly Template[], folder: string) {
    this.catalogue = catalogueFor(templates);
    this.folders = { output: path.join(folder, 'output'), input: path.join(folder, 'input') };
    this.gateOpened.resolve();
    this.server = this.listenToCalls();
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The next `times` calls of this path fail with this fault. */
  fault(callPath: RegExp, fault: CallFault, times = 1): void {
    this.faults.push({ path: callPath, fault, times });
  }

  faultOf(callPath: string): CallFault | undefined {
    const found = this.faults.find(({ path: each, times }) => times > 0 && each.test(callPath));
    if (found) found.times--;
    return found?.fault;
  }

  /** Pauses prompts before their next step, until `release`. */
  pause(): void {
    this.gateOpened = Promise.withResolvers();
  }

  release(): void {
    this.gateOpened.resolve();
  }

  enqueue(id: string, workflow: Workflow, clientId: string | undefined, isForeign = false): number {
    const number = this.counter++;
    this.submitted.push(workflow);
    this.pending.push({ number, id, workflow, clientId, isForeign, fate: this.fates.shift() });
    this.working = this.working.then(() => this.runNext());
    return number;
  }

  /** A prompt of another client, which occupies the graphics card until `release`. */
  enqueueForeign(id: string): void {
    this.enqueue(id, { 1: { class_type: 'Wait', inputs: {} } }, 'another-client', true);
  }

  interrupt(): void {
    this.interruptions++;
    this.isInterrupted = true;
  }

  /** The sockets that messages are sent to. */
  get listening(): number {
    return this.sockets.size;
  }

  /** Whether one of them is still connected. */
  get isHeard(): boolean {
    return [...this.sockets.values()].some(({ readyState, OPEN }) => readyState === OPEN);
  }

  cutSockets(): void {
    for (const socket of this.sockets.values()) socket.terminate();
  }

  noticeCuts(): void {
    this.noticesCuts = true;
    for (const forget of this.unnoticed.splice(0)) forget();
  }

  /** Loses queue and history and closes the sockets, as a crash and restart do. */
  restart(): void {
    this.restarts++;
    this.pending.length = 0;
    this.history.clear();
    this.running = undefined;
    this.gateOpened.resolve();
    this.cutSockets();
    this.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.restart();
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeAllConnections();
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  private async runNext(): Promise<void> {
    const prompt = this.pending.shift();
    if (!prompt) return;
    const { restarts } = this;
    this.running = prompt;
    this.started.push(prompt.id);
    this.isInterrupted = false;
    const startedAt = performance.now();
    const record = await execute(prompt, {
      folders: this.folders,
      stepMs: () => (this.renderMs === undefined ? this.stepMs : this.renderMs / stepsOf(prompt.workflow)),
      gate: () => this.gate(),
      isInterrupted: () => this.isInterrupted || restarts !== this.restarts,
      send: (type, data, clientId) => this.send(type, data, clientId),
      sendPreview: (clientId) => this.sendPreview(clientId),
      cached: (workflow) => this.cachedNodes(workflow),
      videoKey: () => this.videoKey,
      media: this.media,
    });
    this.renderings.push({ startedAt, endedAt: performance.now() });
    if (restarts !== this.restarts) return;
    this.history.set(prompt.id, record);
    this.running = undefined;
    this.send('executing', { node: null, prompt_id: prompt.id }, prompt.clientId);
  }

  /** Waits while prompts are paused; an interruption ends the wait. */
  private async gate(): Promise<void> {
    let isPaused = true;
    const release = this.gateOpened.promise.then(() => {
      isPaused = false;
    });
    while (isPaused && !this.isInterrupted) await Promise.race([release, setTimeout(5)]);
  }

  private send(type: string, data: object, clientId: string | undefined): void {
    if (this.socketState === 'silent') return;
    this.sockets.get(clientId ?? '')?.send(JSON.stringify({ type, data }));
    // Every client receives the status of the queue.
    const status = { exec_info: { queue_remaining: this.pending.length } };
    for (const socket of this.sockets.values())
      socket.send(JSON.stringify({ type: 'status', data: { status } }));
  }

  private sendPreview(clientId: string | undefined): void {
    if (this.socketState === 'silent') return;
    this.sockets.get(clientId ?? '')?.send(Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 0xff, 0xd8, 0xff]));
  }

  private listenToCalls(): Server {
    const server = createServer((request, response) => {
      const call = new URL(request.url ?? '/', 'http://comfyui');
      this.calls.push(`${request.method} ${call.pathname}`);
      const fault = this.faultOf(call.pathname);
      if (fault === 'cut') return void request.socket.destroy();
      if (fault === 'hang') return;
      if (typeof fault === 'number') return void response.writeHead(fault).end('500 Internal Server Error');
      if (fault === 'lose_response') response.end = () => request.socket.destroy() as never;
      respondToCall(this, request, response, call).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
    server.on('upgrade', (request, socket, head) => {
      if (this.socketState === 'refused') return void socket.destroy();
      const clientId = new URL(request.url ?? '/', 'http://comfyui').searchParams.get('clientId') ?? '';
      this.socketServer.handleUpgrade(request, socket, head, (opened) => {
        this.sockets.set(clientId, opened);
        // The end of a socket also drops a newer one with its id.
        const forget = () => void this.sockets.delete(clientId);
        opened.on('close', () => (this.noticesCuts ? forget() : this.unnoticed.push(forget)));
        const status = { exec_info: { queue_remaining: this.pending.length } };
        opened.send(JSON.stringify({ type: 'status', data: { status, sid: clientId } }));
      });
    });
    return server;
  }
}

/** A fake on a free port that has everything these templates use. */
export async function startFakeComfyUi(
  templates: readonly Template[],
): Promise<{ readonly comfy: FakeComfyUi; readonly stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-comfyui-'));
  const comfy = new FakeComfyUi(templates, folder);
  await comfy.start();
  return {
    comfy,
    async stop() {
      await comfy.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
