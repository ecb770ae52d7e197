import {
  type Engine,
  type EngineLoad,
  RendererUnavailable,
  RenderFault,
  type RenderTask,
} from '@kinora/engine/engine';
import { createMeasuredTimes } from '../remote/measured-times.ts';
import { createRemote } from '../remote/remote.ts';
import type { RemoteAddress } from '../remote/remote-address.ts';
import { createCleaner } from './clean-up.ts';
import { type ComfyUiClient, createComfyUiClient, type Timeouts } from './comfyui-client.ts';
import { capabilitiesOf, chooseTemplate } from './inspect-installation.ts';
import { SHIPPED_WORKFLOWS } from './model-facts.ts';
import { createPromptEvents } from './prompt-events.ts';
import { ComfyUiUnusable } from './read-json.ts';
import { type Job, renderJob } from './render-job.ts';
import { ComfyUiChanged, ComfyUiLeft, type PromptLimits } from './run-prompt.ts';
import { type InstallationEvent, trackInstallation } from './track-installation.ts';

export interface ComfyUiSettings extends RemoteAddress {
  /** The operator's own workflows. Without it, the shipped ones are used. */
  readonly workflowsDir?: string | undefined;
  /** ComfyUI's folders, where this process can delete files in them. */
  readonly outputDir?: string | undefined;
  readonly inputDir?: string | undefined;
  /**
   * The operator states that ComfyUI's folders are in memory. Its records are deleted after every job in any case, so
   * that nothing is stored.
   */
  readonly foldersInMemory?: boolean;
  /**
   * Identifies the worker's prompts and names the folder of its files: letters, digits, - and _. Two workers that share a
   * ComfyUI need different ids, because each cancels at its start the prompts that are left under its id.
   */
  readonly clientId?: string;
  readonly timeouts?: Partial<Timeouts & Omit<PromptLimits, 'deadlineMs'> & Deadlines>;
  readonly log?: (event: ComfyUiEvent) => void;
}

interface Deadlines {
  readonly imageMs: number;
  readonly videoMs: number;
  /** No prompt is given up sooner, however fast those before it were. */
  readonly minMs: number;
  /** How long a start, or a job that lost its connection, waits for ComfyUI. */
  readonly returnMs: number;
}

export type ComfyUiEvent =
  | InstallationEvent
  | { readonly event: 'comfyui_not_cleaned'; readonly promptId: string; readonly error: unknown };

export interface ComfyUiEngine extends Engine {
  /** Settles when ComfyUI can render a job: at once, or once it is back. A worker awaits it before it leases. */
  untilReady: NonNullable<Engine['untilReady']>;
  close(): Promise<void>;
}

const TIMEOUTS = {
  requestMs: 15_000,
  transferMs: 300_000,
  pollMs: 1_000,
  stallMs: 10 * 60_000,
  silenceMs: 60_000,
  imageMs: 15 * 60_000,
  videoMs: 28 * 60_000,
  returnMs: 60_000,
  minMs: 5 * 60_000,
};

/**
 * An engine that renders at a ComfyUI over HTTP, with workflows that are files. Rejects with `ComfyUiUnusable` when a
 * file cannot be used, ComfyUI does not respond, or it can run none of the workflows.
 */
export async function createComfyUiEngine(settings: ComfyUiSettings): Promise<ComfyUiEngine> {
  const limits = { ...TIMEOUTS, ...settings.timeouts };
  const log = settings.log ?? (() => {});
  const { clientId = 'kinora' } = settings;
  // The id is used as the name of a folder.
  if (!/^[\w-]{1,60}$/.test(clientId)) {
    throw new ComfyUiUnusable(`the client id must be letters, digits, - and _, not "${clientId}"`);
  }
  const remote = createRemote(settings, { setting: 'KINORA_COMFYUI_' });
  const client = createComfyUiClient(remote, clientId, limits);
  const events = createPromptEvents(remote, clientId);
  const cleaner = createCleaner(client, { output: settings.outputDir, input: settings.inputDir });
  const folder = settings.workflowsDir ?? SHIPPED_WORKFLOWS;
  const installation = await trackInstallation({ client, events, cleaner, folder, log }, limits.returnMs);
  const times = createMeasuredTimes(limits.minMs);
  const closing = new AbortController();
  const cleaning = new Set<Promise<void>>();

  async function jobFor(task: RenderTask, signal: AbortSignal): Promise<Job> {
    signal.throwIfAborted();
    const wait = AbortSignal.any([signal, AbortSignal.timeout(limits.returnMs)]);
    await installation.untilReady(wait).catch((cause) => {
      signal.throwIfAborted();
      throw unavailable(client.url, cause);
    });
    const template = chooseTemplate(installation.current().usable, task);
    if (!template) throw new RenderFault(`no workflow for ${task.operation} with ${task.model} in this size`);
    return {
      client,
      events,
      template,
      task,
      cleaner,
      limits: {
        ...limits,
        deadlineMs: times.limitMs(task, 'frames' in task ? limits.videoMs : limits.imageMs),
      },
      onNotCleaned: (promptId, error) => log({ event: 'comfyui_not_cleaned', promptId, error }),
    };
  }

  return {
    name: 'comfyui',
    get version() {
      return installation.current().version;
    },
    origin: 'trained-model',
    get capabilities() {
      return capabilitiesOf(installation.current().usable);
    },
    zeroRetention: settings.foldersInMemory ?? false,
    limitSeconds: Math.ceil(limits.videoMs / 1000) + FETCHING_SECONDS,
    hasQueue: true,
    loadsModels: true,
    async render(task, observer) {
      const signal = AbortSignal.any([observer.signal, closing.signal]);
      const job = await jobFor(task, signal);
      const measured = times.measure(task, { ...observer, signal });
      const { media, cleaned } = renderJob(job, measured.observer);
      cleaning.add(cleaned);
      void cleaned.finally(() => cleaning.delete(cleaned));
      try {
        const made = await media;
        measured.succeeded();
        return made;
      } catch (error) {
        if (error instanceof ComfyUiChanged || error instanceof ComfyUiLeft) installation.invalidate(error);
        throw error;
      }
    },
    untilReady: (signal, waits) => installation.untilReady(AbortSignal.any([signal, closing.signal]), waits),
    load: createLoad(client),
    async close() {
      closing.abort(new RenderFault('the engine was closed'));
      await Promise.all(cleaning);
      events.close();
      await remote.close();
    },
  };
}

function unavailable(url: string, cause: unknown): RendererUnavailable {
  return new RendererUnavailable(
    { kind: 'unavailable', sentence: `ComfyUI at ${url} is unavailable` },
    cause,
  );
}

/** What a video that is ready may take to be fetched and encoded. */
const FETCHING_SECONDS = 10 * 60;
/** Every question slows what ComfyUI renders. */
const LOAD_FRESH_MS = 5_000;

function createLoad(client: ComfyUiClient): () => Promise<EngineLoad> {
  let load: { readonly at: number; readonly value: EngineLoad } | undefined;
  return async () => {
    if (load !== undefined && performance.now() - load.at < LOAD_FRESH_MS) return load.value;
    const [{ devices }, { running, pending, ours }] = await Promise.all([
      client.systemStats(),
      client.queue(),
    ]);
    const freeBytes = devices.reduce((sum, { vram_free: free = 0 }) => sum + free, 0);
    const queueSize = running.length + pending.length - ours.length;
    load = { at: performance.now(), value: { queueSize, vramFreeGb: freeBytes / 2 ** 30 } };
    return load.value;
  };
}
