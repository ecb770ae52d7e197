import { RenderFault, RenderNotStarted } from '@kinora/engine/engine';
import { RemoteUnreachable } from '../remote/remote-unreachable.ts';
import { type ComfyUiClient, type HistoryEntry, PromptRejected } from './comfyui-client.ts';
import { createProgressGauge, type ProgressGauge } from './measure-progress.ts';
import { pause } from './pause.ts';
import type { PromptEvents } from './prompt-events.ts';
import { type PromptWatch, RECORD_MS, watchPrompt } from './watch-prompt.ts';
import type { Workflow } from './workflow.ts';

/** ComfyUI became unavailable, lost the prompt or rejected it, so its installation must be inspected again. */
export class ComfyUiChanged extends RenderFault {}

/** The same, before ComfyUI began with the prompt. */
export class ComfyUiLeft extends RenderNotStarted {}

export interface PromptLimits {
  /** Between two requests for the prompt's record while the socket is closed; a fifth as many while it is open and silent. */
  readonly pollMs: number;
  /** From the start of the prompt to its end, and before that for waiting behind other prompts. */
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
  /** ComfyUI began with the prompt. */
  readonly onStarted: () => void;
  /** ComfyUI has done with it, and begins with the next. */
  readonly onEnded: () => void;
}

export interface EndedPrompt {
  readonly record: HistoryEntry;
  /** The prompt was sent again and may be queued twice. */
  readonly sentAgain: boolean;
}

/**
 * Runs one prompt to its end and returns its record. Rejects with `RenderFault` on failure, with `RenderNotStarted` if
 * ComfyUI never began with it, or with the signal's reason; the prompt may then still be at ComfyUI.
 */
export async function runPrompt(
  client: ComfyUiClient,
  events: PromptEvents,
  run: PromptRun,
): Promise<EndedPrompt> {
  const { promptId, workflow, signal } = run;
  const gauge = createProgressGauge(workflow);
  const watch = watchPrompt(events, promptId, gauge, { ...run, onProgress: () => report(run, gauge) });
  try {
    await events.opened();
    signal.throwIfAborted();
    run.onProgress(0, 'waiting');
    const sent = await submit(client, run);
    const record = await awaitEnd(client, events, run, watch, gauge);
    if (!watch.hasEnded()) run.onEnded();
    return { record, sentAgain: sent > 1 };
  } catch (error) {
    if (!(error instanceof ComfyUiChanged) || error.cause instanceof PromptRejected || watch.hasStarted())
      throw error;
    throw new ComfyUiLeft(error.message, { cause: error });
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
      if (isRefused(error) || performance.now() > deadline) throw lost(client, error);
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

/** While its socket is silent, how much less often ComfyUI is asked: each question slows what it renders. */
const OPEN_SOCKET_POLLS = 5;

/** The record of the prompt, read when the socket says that it ended, and asked for seldom while the socket says nothing. */
async function awaitEnd(
  client: ComfyUiClient,
  events: PromptEvents,
  run: PromptRun,
  watch: PromptWatch,
  gauge: ProgressGauge,
): Promise<HistoryEntry> {
  const { promptId, limits, signal } = run;
  const sentAt = performance.now();
  let startedAt: number | undefined;
  let respondedAt = sentAt;
  let connectionFailures = 0;
  let absences = 0;
  for (;;) {
    const pollMs = events.isOpen() ? OPEN_SOCKET_POLLS * limits.pollMs : limits.pollMs;
    const isWoken = await watch.untilWoken(watch.hasEnded() ? RECORD_MS : pollMs, signal);
    respondedAt = Math.max(respondedAt, watch.lastMessageAt() ?? 0);
    if (isWoken || watch.hasEnded() || performance.now() - respondedAt >= pollMs) {
      try {
        const entry = await client.history(promptId);
        // Between the end of a prompt and its record it is in neither list.
        const where = entry || watch.hasEnded() ? 'running' : await locatePrompt(client, promptId);
        if (where === 'running') {
          watch.started();
          if (watch.lastMessageAt() === undefined) events.renew(sentAt);
        }
        if (entry) return entry;
        if (!watch.hasEnded()) respondedAt = performance.now();
        connectionFailures = 0;
        absences = where === 'absent' ? absences + 1 : 0;
        if (where === 'running') report(run, gauge);
      } catch (error) {
        signal.throwIfAborted();
        connectionFailures = isRefused(error) ? connectionFailures + 1 : 0;
        if (connectionFailures > 1 || performance.now() - respondedAt > limits.silenceMs)
          throw lost(client, error);
      }
    }
    if (absences > 1) throw new ComfyUiChanged('ComfyUI was restarted and lost the prompt');
    const now = performance.now();
    if (watch.hasStarted()) startedAt ??= now;
    if (now - (startedAt ?? sentAt) > limits.deadlineMs) {
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

/** Whether nothing listens there, as opposed to a slow response. */
function isRefused(error: unknown): boolean {
  return error instanceof RemoteUnreachable && error.isRefused;
}
