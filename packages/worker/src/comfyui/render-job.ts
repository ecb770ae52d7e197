import { randomUUID } from 'node:crypto';
import { type RenderedMedia, RenderFault, type RenderObserver, type RenderTask } from '@kinora/engine/engine';
import type { Cleaner } from './clean-up.ts';
import type { ComfyUiClient, HistoryEntry } from './comfyui-client.ts';
import { deliverImage, deliverVideo } from './deliver.ts';
import { fillWorkflow, renderedSize } from './fill-workflow.ts';
import type { Template } from './manifest.ts';
import { pause } from './pause.ts';
import type { PromptEvents } from './prompt-events.ts';
import { readOutcome } from './read-outcome.ts';
import { ComfyUiChanged, ComfyUiLeft, type PromptLimits, runPrompt } from './run-prompt.ts';

/** Share of the progress that is rendering at ComfyUI; the rest is fetching and fitting the result. */
const RENDER_SHARE = 0.93;
const FETCHED_SHARE = 0.95;

export interface Job {
  readonly client: ComfyUiClient;
  readonly events: PromptEvents;
  readonly template: Template;
  readonly task: RenderTask;
  readonly cleaner: Cleaner;
  readonly limits: PromptLimits;
  readonly onNotCleaned: (promptId: string, error: unknown) => void;
}

/** One attempt at a job, and the removal of everything it left. */
export interface Attempt {
  readonly media: Promise<RenderedMedia>;
  readonly cleaned: Promise<void>;
}

export function renderJob(job: Job, observer: RenderObserver): Attempt {
  const promptId = randomUUID();
  job.cleaner.expect(promptId);
  const report = monotonic(observer.onProgress);
  const rendering = renderPrompt(job, promptId, { ...observer, onProgress: report });
  const cleaned = rendering
    .then(
      ({ sentAgain }) => sentAgain,
      () => true,
    )
    .then((mayRun) => job.cleaner.removeTraces(promptId, mayRun))
    .catch((error: unknown) => job.onNotCleaned(promptId, error));
  // A result is returned only after the clean-up; a failure or a cancellation does not wait for it.
  const media = rendering.then(async ({ bytes }) => {
    const [fitted] = await Promise.all([deliver(job, bytes, { ...observer, onProgress: report }), cleaned]);
    return fitted;
  });
  return { media, cleaned };
}

interface Rendered {
  /** The file that ComfyUI saved. */
  readonly bytes: Uint8Array;
  readonly sentAgain: boolean;
}

async function renderPrompt(job: Job, promptId: string, observer: RenderObserver): Promise<Rendered> {
  const { client, events, template, task, limits } = job;
  const { signal, onProgress: report } = observer;
  const image =
    'initImage' in task
      ? await transfer(
          () => client.uploadImage(`${promptId}.png`, task.initImage, signal),
          signal,
          ComfyUiLeft,
        )
      : undefined;
  const workflow = fillWorkflow(template, task, { filenamePrefix: `${client.clientId}/${promptId}`, image });
  const onProgress = (fraction: number, stage: string) => report(fraction * RENDER_SHARE, stage);
  const { onStarted = () => {}, onRendered: onEnded = () => {} } = observer;
  const run = { promptId, workflow, limits, signal, onProgress, onStarted, onEnded };
  const { record, sentAgain } = await runPrompt(client, events, run);
  return { bytes: await fetchResult(job, record, signal), sentAgain };
}

async function deliver(
  { template, task }: Job,
  bytes: Uint8Array,
  { signal, onProgress: report }: RenderObserver,
): Promise<RenderedMedia> {
  report(FETCHED_SHARE, 'finishing');
  const rendered = renderedSize(template, task);
  const media =
    'frames' in task
      ? await deliverVideo(bytes, task, rendered, signal, (share) =>
          report(FETCHED_SHARE + (1 - FETCHED_SHARE) * share, 'finishing'),
        )
      : await deliverImage(bytes, task, rendered);
  signal.throwIfAborted();
  report(1, 'finishing');
  return media;
}

async function fetchResult(
  { client, template, task }: Job,
  record: HistoryEntry,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const outcome = readOutcome(record, template.manifest.result.node);
  if (outcome.kind === 'failed') {
    // ComfyUI unloads its models itself; this also clears its cache of results.
    if (outcome.outOfMemory) await client.freeMemory().catch(() => {});
    throw outcome.fault;
  }
  const expected = 'frames' in task ? /\.(mp4|mov|webm|mkv)$/i : /\.(png|webp|jpe?g)$/i;
  const file = outcome.files.find(({ filename }) => expected.test(filename));
  if (!file) {
    const names = outcome.files.map(({ filename }) => filename).join(', ');
    const reason = `the workflow ${template.name} saved ${names}, which is no result for ${task.operation}`;
    throw new RenderFault(reason, { isRetryable: false });
  }
  return transfer(() => client.download(file, signal), signal, ComfyUiChanged);
}

/** One broken connection must not cost minutes of rendering. */
const TRANSFER_TRIES = 3;
const TRANSFER_PAUSE_MS = 500;

async function transfer<T>(
  send: () => Promise<T>,
  signal: AbortSignal,
  Failure: typeof ComfyUiChanged | typeof ComfyUiLeft,
): Promise<T> {
  for (let left = TRANSFER_TRIES - 1; ; left--) {
    try {
      return await send();
    } catch (cause) {
      signal.throwIfAborted();
      if (left === 0) throw new Failure('a file transfer with ComfyUI failed', { cause });
    }
    await pause(TRANSFER_PAUSE_MS, signal);
  }
}

function monotonic(onProgress: RenderObserver['onProgress']): RenderObserver['onProgress'] {
  let highest = 0;
  return (fraction, stage) => {
    highest = Math.min(1, Math.max(highest, fraction));
    onProgress(highest, stage);
  };
}
