import type { JobApiJobStatus } from '@kinora/contract';
import { accessToken, forgetToken } from '../../api/access-token.ts';
import { ApiProblem } from '../../api/call.ts';
import { readJob } from './job-calls.ts';

type Listener = (status: JobApiJobStatus | 'deleted') => void;

const POLL_MS = 2_000;
const RECONNECT_MS = 1_000;
/** A stream is not opened again after as many failures in a row: something on the way does not let events through. */
const FAILURES_MAX = 2;
/** The service writes at least every 15 seconds; a connection that is silent for longer is dead. */
const SILENT_MS = 40_000;
/** Browsers open six connections to one server by HTTP/1.1, for all of its tabs; the other jobs are polled. */
const STREAMS_MAX = 2;
let streams = 0;

/** Follows a job until it has ended, by events, or by polls where events do not arrive. */
export async function followJob(jobId: string, listener: Listener, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let lastId: string | undefined;
  while (!signal.aborted) {
    if (streams < STREAMS_MAX && failures < FAILURES_MAX) {
      const outcome = await stream(jobId, lastId, listener, signal);
      if (outcome.ended) return;
      failures = outcome.lastId === lastId ? failures + 1 : 0;
      lastId = outcome.lastId;
      await pause(RECONNECT_MS, signal);
    } else {
      if (await poll(jobId, listener)) return;
      await pause(POLL_MS, signal);
    }
  }
}

interface StreamOutcome {
  readonly ended: boolean;
  readonly lastId: string | undefined;
}

async function stream(
  jobId: string,
  lastId: string | undefined,
  listener: Listener,
  signal: AbortSignal,
): Promise<StreamOutcome> {
  let seen = lastId;
  streams += 1;
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
    if (response.status === 204) return { ended: true, lastId };
    if (response.status === 404) listener('deleted');
    if (response.status === 404) return { ended: true, lastId };
    if (!response.ok || response.body === null) return { ended: false, lastId };
    for await (const event of readEvents(response.body, silence.heard)) {
      if (event.name === 'deleted') {
        listener('deleted');
        return { ended: true, lastId: seen };
      }
      const status = JSON.parse(event.data) as JobApiJobStatus;
      seen = event.id;
      listener(status);
      if (hasEnded(status)) return { ended: true, lastId: seen };
    }
  } catch {
    // The connection broke, or the page does not need it any more.
  } finally {
    streams -= 1;
    silence.end();
  }
  return { ended: false, lastId: seen };
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

interface JobEvent {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly data: string;
}

async function* readEvents(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<JobEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      text += value;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = parseEvent(text.slice(0, end));
        text = text.slice(end + 2);
        if (event.data !== '') yield event;
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

function parseEvent(block: string): JobEvent {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
  return { id: fields.get('id'), name: fields.get('event'), data: fields.get('data') ?? '' };
}

/** Returns whether the job has ended or is gone. */
async function poll(jobId: string, listener: Listener): Promise<boolean> {
  try {
    const status = await readJob(jobId, AbortSignal.timeout(SILENT_MS));
    listener(status);
    return hasEnded(status);
  } catch (error) {
    const isGone = error instanceof ApiProblem && error.status === 404;
    if (isGone) listener('deleted');
    return isGone;
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
