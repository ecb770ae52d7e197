import type { ProgressGauge } from './measure-progress.ts';
import { pause } from './pause.ts';
import type { MessageData, PromptEvents } from './prompt-events.ts';

/** What the socket says about one prompt. */
export interface PromptWatch {
  /** A time of `performance.now`; undefined before the first message of the prompt. */
  lastMessageAt(): number | undefined;
  hasStarted(): boolean;
  /** The prompt ended or failed; its record follows. */
  hasEnded(): boolean;
  /** Found over HTTP. */
  started(): void;
  /** Waits for `ms`, or until the prompt ends or messages may have been lost: true then. Rejects with the signal's reason. */
  untilWoken(ms: number, signal: AbortSignal): Promise<boolean>;
  close(): void;
}

interface PromptObserver {
  readonly onStarted: () => void;
  readonly onProgress: () => void;
  readonly onEnded: () => void;
}

/** The record is written after one of these, and before the message that nothing is executed, which some versions do not send. */
const ENDS = ['execution_success', 'execution_error', 'execution_interrupted'];
export const RECORD_MS = 50;

export function watchPrompt(
  events: PromptEvents,
  promptId: string,
  gauge: ProgressGauge,
  observer: PromptObserver,
): PromptWatch {
  let messageAt: number | undefined;
  let isStarted = false;
  let isEnded = false;
  let bell = new AbortController();
  let recordTimer: NodeJS.Timeout | undefined;

  function started(): void {
    if (isStarted) return;
    isStarted = true;
    observer.onStarted();
  }

  function ended(): void {
    if (!isEnded) observer.onEnded();
    isEnded = true;
  }

  const stopListening = events.listen(promptId, {
    onMessage(type, data) {
      messageAt = performance.now();
      started();
      if (ENDS.includes(type)) {
        ended();
        recordTimer = setTimeout(() => bell.abort(), RECORD_MS);
      } else if (type === 'executing' && data.node === null) {
        ended();
        bell.abort();
      } else if (applyMessage(type, data, gauge)) observer.onProgress();
    },
    onGap: () => bell.abort(),
  });

  return {
    lastMessageAt: () => messageAt,
    hasStarted: () => isStarted,
    hasEnded: () => isEnded,
    started,
    async untilWoken(ms, signal) {
      await pause(ms, AbortSignal.any([signal, bell.signal])).catch(() => signal.throwIfAborted());
      const isWoken = bell.signal.aborted;
      if (isWoken) bell = new AbortController();
      return isWoken;
    },
    close() {
      clearTimeout(recordTimer);
      stopListening();
    },
  };
}

/** Whether the message says how far the prompt is. Unknown messages are ignored: every version adds some. */
function applyMessage(type: string, { node, nodes, value, max }: MessageData, gauge: ProgressGauge): boolean {
  if (type === 'execution_cached' && Array.isArray(nodes)) gauge.cached(nodes.map(String));
  else if (type === 'executing' && typeof node === 'string') gauge.began(node);
  else if (type === 'executed' && typeof node === 'string') gauge.ended(node);
  else if (type === 'progress' && typeof node === 'string') applyStep(gauge, node, value, max);
  else if (type === 'progress_state' && typeof nodes === 'object' && nodes !== null) {
    for (const [id, state] of Object.entries(nodes as Record<string, Record<string, unknown> | null>)) {
      if (state?.state === 'finished') gauge.ended(id);
      else applyStep(gauge, id, state?.value, state?.max);
    }
  } else return false;
  return true;
}

function applyStep(gauge: ProgressGauge, node: string, value: unknown, max: unknown): void {
  if (typeof value === 'number' && typeof max === 'number') gauge.reached(node, value, max);
}
