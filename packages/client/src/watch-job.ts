import { type ApiCall, readJson } from './api-call.ts';
import type { JobStatus } from './generated/shapes.ts';
import { pause } from './pause.ts';
import { readEventStream } from './read-event-stream.ts';

export interface WatchOptions {
  /** Milliseconds between polls while there are no events; default 2000. */
  readonly pollMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const POLL_MS = 2_000;
/** The first event is sent at once; a proxy that withholds it withholds the others too. */
const FIRST_EVENT_MS = 5_000;
/** The service sends a comment every 15 seconds. */
const SILENCE_MS = 45_000;
/** A stream that only stays alive is followed by a poll now and then. */
const STREAM_MS = 10 * 60_000;
/** A wait outlasts a restart of the service: with back-off about a minute and a half. */
const POLL_RETRIES = 15;

/** After this many streams without an event, as of a proxy that withholds them, the rest of the wait polls. */
const FRUITLESS_STREAMS = 3;

interface Stream {
  readonly jobId: string;
  lastEventId: string | undefined;
  /** Streams without an event, in a row. */
  fruitless: number;
}

/**
 * The statuses of a job, ending with the final one: by events, or by polls where events do not arrive. Every break of
 * the stream is followed by a poll, so that nothing depends on the events alone.
 */
export async function* watchJob(
  call: ApiCall,
  jobId: string,
  { pollMs = POLL_MS, signal }: WatchOptions = {},
): AsyncGenerator<JobStatus, void> {
  const path = `/jobs/${encodeURIComponent(jobId)}`;
  const stream: Stream = { jobId, lastEventId: undefined, fruitless: 0 };
  for (;;) {
    if (stream.fruitless < FRUITLESS_STREAMS && (yield* readEvents(call, stream, signal))) return;
    const status = await call(
      { method: 'GET', path, signal, repeatable: true, retries: POLL_RETRIES },
      readJson<JobStatus>,
    );
    yield status;
    if (isFinal(status)) return;
    await pause(pollMs, signal);
  }
}

const isFinal = ({ status }: JobStatus): boolean => status !== 'queued';

/** Yields statuses until the stream ends; returns whether the last one is final. */
async function* readEvents(
  call: ApiCall,
  stream: Stream,
  signal: AbortSignal | undefined,
): AsyncGenerator<JobStatus, boolean> {
  const silence = new AbortController();
  const stop = (): void => silence.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  let timer = setTimeout(stop, FIRST_EVENT_MS);
  const end = setTimeout(stop, STREAM_MS);
  const listen = (): void => {
    clearTimeout(timer);
    timer = setTimeout(stop, SILENCE_MS);
  };
  let received = 0;
  try {
    signal?.throwIfAborted();
    const body = await openStream(call, stream, silence.signal);
    if (body === undefined) return false;
    for await (const { id, event, data } of readEventStream(body, listen)) {
      if (event !== 'status') continue;
      stream.lastEventId = id;
      received += 1;
      const status = JSON.parse(data) as JobStatus;
      yield status;
      if (isFinal(status)) return true;
    }
    return false;
  } catch {
    // Whatever broke the stream, the poll that follows reports what is wrong, if anything is.
    signal?.throwIfAborted();
    return false;
  } finally {
    stream.fruitless = received > 0 ? 0 : stream.fruitless + 1;
    clearTimeout(timer);
    clearTimeout(end);
    signal?.removeEventListener('abort', stop);
    silence.abort();
  }
}

async function openStream(
  call: ApiCall,
  { jobId, lastEventId }: Stream,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const path = `/jobs/${encodeURIComponent(jobId)}/events`;
  const headers = {
    accept: 'text/event-stream',
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const request = {
    method: 'GET',
    path,
    headers,
    signal,
    repeatable: true,
    retries: 0,
    isLasting: true,
  } as const;
  return call(request, async (response) => {
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (isStream) return response.body ?? undefined;
    await response.body?.cancel();
    return undefined;
  });
}
