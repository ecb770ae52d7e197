import { RenderFault } from '@kinora/engine/engine';
import {
  type ComfyUiClient,
  type HistoryEntry,
  isConnectionRefused,
  PromptRejected,
} from './comfyui-client.ts';
import { createProgressGauge, type ProgressGauge } from './measure-progress.ts';
import { type ProgressWatch, watchProgress } from './watch-progress.ts';
import type { Workflow } from './workflow.ts';

/** ComfyUI became unavailable, lost the prompt or rejected it, so its installation must be inspected again. */
export class ComfyUiChanged extends RenderFault {}

export interface PromptLimits {
  /** Between two requests for the prompt's record. */
  readonly pollMs: number;
  /** For everything from sending the prompt to its end, waiting behind other prompts included. */
  readonly deadlineMs: number;
  /** Without a progress message of a prompt that had sent one. */
  readonly stallMs: number;
  /** How long ComfyUI may not respond; longer than it takes to load a large model. */
  readonly silenceMs: number;
}

export interface PromptRun {
  readonly promptId: string;
  readonly workflow: Workflow;
  readonly limits: PromptLimits;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number, stage: string) => void;
}

export interface EndedPrompt {
  readonly record: HistoryEntry;
  /** The prompt was sent again and may be queued twice. */
  readonly sentAgain: boolean;
}

/**
 * Runs one prompt to its end and returns its record, read by polling. Rejects with `RenderFault` on failure, or
 * with the signal's reason; the prompt may then still be at ComfyUI.
 */
export async function runPrompt(client: ComfyUiClient, run: PromptRun): Promise<EndedPrompt> {
  const { promptId, workflow, signal } = run;
  const gauge = createProgressGauge(workflow);
  const watch = watchProgress({ ...client, promptId }, gauge, () => report(run, gauge));
  try {
    await watch.opened;
    signal.throwIfAborted();
    run.onProgress(0, 'waiting');
    const sent = await submit(client, run);
    return { record: await awaitEnd(client, run, watch, gauge), sentAgain: sent > 1 };
  } finally {
    watch.close();
  }
}

function report({ onProgress }: PromptRun, gauge: ProgressGauge): void {
  onProgress(gauge.fraction(), gauge.stage());
}

/**
 * Sends the prompt. When the response is lost the prompt may still have arrived, and ComfyUI would run a second copy,
 * so the queue is read before it is sent again. Returns how often it was sent.
 */
async function submit(
  client: ComfyUiClient,
  { promptId, workflow, signal, limits }: PromptRun,
): Promise<number> {
  const deadline = performance.now() + limits.silenceMs;
  for (let sent = 1; ; sent++) {
    try {
      await client.submit(promptId, workflow);
      return sent;
    } catch (error) {
      if (error instanceof PromptRejected) {
        throw new ComfyUiChanged(`ComfyUI rejected the workflow: ${error.message}`, { cause: error });
      }
      if (isConnectionRefused(error) || performance.now() > deadline) throw lost(client, error);
    }
    await pause(limits.pollMs, signal);
    let arrived = await hasArrived(client, promptId);
    while (arrived === undefined) {
      if (performance.now() > deadline) throw lost(client, undefined);
      await pause(limits.pollMs, signal);
      arrived = await hasArrived(client, promptId);
    }
    if (arrived) return sent;
  }
}

/** Undefined while ComfyUI does not respond. */
async function hasArrived(client: ComfyUiClient, promptId: string): Promise<boolean | undefined> {
  return locatePrompt(client, promptId).then(
    (where) => where !== 'absent',
    () => undefined,
  );
}

async function awaitEnd(
  client: ComfyUiClient,
  run: PromptRun,
  watch: ProgressWatch,
  gauge: ProgressGauge,
): Promise<HistoryEntry> {
  const { promptId, limits, signal } = run;
  const startedAt = performance.now();
  let respondedAt = startedAt;
  let connectionFailures = 0;
  let absences = 0;
  for (;;) {
    await pause(limits.pollMs, signal);
    try {
      const entry = await client.history(promptId);
      if (entry) return entry;
      const where = await locatePrompt(client, promptId);
      respondedAt = performance.now();
      connectionFailures = 0;
      absences = where === 'absent' ? absences + 1 : 0;
      if (where === 'running') report(run, gauge);
    } catch (error) {
      signal.throwIfAborted();
      connectionFailures = isConnectionRefused(error) ? connectionFailures + 1 : 0;
      if (connectionFailures > 1 || performance.now() - respondedAt > limits.silenceMs)
        throw lost(client, error);
    }
    // Checked twice: between the end of a prompt and its record it is in neither list.
    if (absences > 1) throw new ComfyUiChanged('ComfyUI was restarted and lost the prompt');
    const now = performance.now();
    if (now - startedAt > limits.deadlineMs) {
      throw new RenderFault(`ComfyUI did not finish the prompt in ${limits.deadlineMs / 1000} s`);
    }
    const lastMessageAt = watch.lastMessageAt();
    if (lastMessageAt !== undefined && now - lastMessageAt > limits.stallMs) {
      throw new RenderFault(`ComfyUI made no progress for ${limits.stallMs / 1000} s`);
    }
  }
}

async function locatePrompt(
  client: ComfyUiClient,
  promptId: string,
): Promise<'running' | 'pending' | 'ended' | 'absent'> {
  const { running, pending } = await client.queue();
  if (running.includes(promptId)) return 'running';
  if (pending.includes(promptId)) return 'pending';
  return (await client.history(promptId)) ? 'ended' : 'absent';
}

function lost({ url }: ComfyUiClient, cause: unknown): ComfyUiChanged {
  return new ComfyUiChanged(`ComfyUI at ${url} does not respond`, { cause });
}

/** Rejects with the signal's reason as soon as it fires. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
