import type { JobApiJobStatus } from '@kinora/contract';
import type { EventSourceMessage } from 'eventsource-parser/stream';
import { accessToken, forgetToken } from '../../api/access-token.ts';
import { ApiProblem } from '../../api/call.ts';
import { readJob } from './job-calls.ts';
import { hearTabs, type Learned, tabsCanTell, tellTabs } from './other-tabs.ts';
import { claimSlot } from './stream-slots.ts';

type Listener = (learned: Learned) => void;

const POLL_MS = 2_000;
const RECONNECT_MS = 1_000;
/** How soon a tab sees that the one which streamed its job is gone. */
const LOOK_MS = 1_000;
/** A stream is not opened again after as many failures in a row: something on the way does not let events through. */
const FAILURES_MAX = 2;
/** The service writes at least every 15 seconds; a connection that is silent for longer is dead. */
const SILENT_MS = 40_000;

/**
 * Follows a job until it has ended: by events of this tab or of another one, or by polls where events do not arrive or
 * too many are streamed already.
 */
export async function followJob(jobId: string, listener: Listener, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let lastId: string | undefined;
  let heardAt = 0;
  const ended = new AbortController();
  const following = AbortSignal.any([signal, ended.signal]);
  const learn: Listener = (learned) => {
    heardAt = Date.now();
    listener(learned);
    if (learned === 'deleted' || hasEnded(learned)) ended.abort();
  };
  const learnAndTell: Listener = (learned) => {
    tellTabs(jobId, learned);
    learn(learned);
  };
  const stopHearing = hearTabs(jobId, learn);
  while (!following.aborted) {
    const slot = failures < FAILURES_MAX ? await claimSlot(jobId, following) : 'none';
    if (slot === 'elsewhere' && tabsCanTell) {
      await pause(LOOK_MS, following);
    } else if (slot === 'elsewhere' || slot === 'none') {
      if (Date.now() - heardAt >= POLL_MS) await poll(jobId, learnAndTell);
      await pause(POLL_MS, following);
    } else {
      const seen = await stream(jobId, lastId, learnAndTell, slot.signal);
      // One that ended because the slot was lost is not a failure.
      failures = seen === lastId && !slot.signal.aborted ? failures + 1 : 0;
      slot.release();
      lastId = seen;
      await pause(RECONNECT_MS, following);
    }
  }
  stopHearing();
}

/** Returns the id of the last event. */
async function stream(
  jobId: string,
  lastId: string | undefined,
  learn: Listener,
  signal: AbortSignal,
): Promise<string | undefined> {
  let seen = lastId;
  const silence = watchSilence();
  try {
    const response = await fetch(`/api/job/${jobId}/events`, {
      headers: {
        authorization: `Bearer ${await accessToken()}`,
        ...(lastId !== undefined && { 'last-event-id': lastId }),
      },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401) forgetToken();
    if (response.status === 404) learn('deleted');
    // Nothing follows what was seen: the job has ended, which the next poll says.
    if (!response.ok || response.status === 204 || response.body === null) return lastId;
    for await (const event of readEvents(response.body, silence.heard)) {
      if (event.event === 'deleted') {
        learn('deleted');
        return seen;
      }
      const status = JSON.parse(event.data) as JobApiJobStatus;
      seen = event.id;
      learn(status);
      if (hasEnded(status)) return seen;
    }
  } catch {
    // The connection broke, or the page does not need it any more.
  } finally {
    silence.end();
  }
  return seen;
}

/** Aborts its signal when nothing was heard for too long. */
function watchSilence() {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let timer = setTimeout(abort, SILENT_MS);
  return {
    signal: controller.signal,
    heard(): void {
      clearTimeout(timer);
      timer = setTimeout(abort, SILENT_MS);
    },
    end: () => clearTimeout(timer),
  };
}

async function* readEvents(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
): AsyncGenerator<EventSourceMessage> {
  // Loaded with the first stream.
  const { EventSourceParserStream } = await import('eventsource-parser/stream');
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream({ onComment: heard }))
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

async function poll(jobId: string, learn: Listener): Promise<void> {
  try {
    learn(await readJob(jobId, AbortSignal.timeout(SILENT_MS)));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) learn('deleted');
  }
}

export const hasEnded = ({ status }: Pick<JobApiJobStatus, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'blocked';

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
