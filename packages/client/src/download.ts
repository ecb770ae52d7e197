import { connected } from './api-call.ts';
import { errorOf } from './error-of.ts';
import { KinoraConnectionError } from './kinora-error.ts';
import { createPacedRead, PROGRESS_BYTES, RESULT_BYTES_MAX, tooLarge } from './read-body.ts';
import { type Retrying, withRetries } from './with-retries.ts';

export interface DownloadProgress {
  /** Bytes so far. */
  readonly received: number;
  /** Bytes in all, if the service states them. */
  readonly total: number | undefined;
}

export interface DownloadOptions {
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Download {
  readonly body: ReadableStream<Uint8Array>;
  readonly bytes: number | undefined;
  /** Such as `image/png`. */
  readonly mime: string;
}

export interface DownloadSource extends Retrying {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  /** Without a byte for so long the download counts as broken. */
  readonly silenceMs: number;
}

/** A store may break off again and again; without progress in between it will not deliver. */
const FRUITLESS_MAX = 20;

/**
 * Opens a signed link. It gets no key: anyone with the link may download, and the link may be of another origin. A
 * download that breaks off is resumed where the store supports it, as long as the file is the same. Each part that arrives
 * earns it all attempts again, so that a long download survives any number of short interruptions.
 */
export async function openDownload(
  source: DownloadSource,
  { onProgress, signal }: DownloadOptions = {},
): Promise<Download> {
  let canResume = true;
  const retry = <Value>(work: () => Promise<Value>) =>
    withRetries(source, { signal, isRepeatable: () => canResume }, work);
  const first = await retry(() => get(source, {}, signal));
  if (first.body === null) throw new KinoraConnectionError('the download has no body');
  const readPart = createPacedRead(source.silenceMs);
  const etag = first.headers.get('etag');
  canResume = etag !== null;
  const total = Number(first.headers.get('content-length') ?? Number.NaN);
  const bytes = Number.isNaN(total) ? undefined : total;
  let received = 0;
  let reader = first.body.getReader();
  let broken: unknown;
  let resumedAt = 0;
  let fruitless = 0;

  async function resume(): Promise<void> {
    fruitless = received - resumedAt < PROGRESS_BYTES ? fruitless + 1 : 0;
    resumedAt = received;
    if (fruitless > FRUITLESS_MAX) {
      canResume = false;
      throw broken;
    }
    const rest = await get(source, { range: `bytes=${received}-`, 'if-range': etag ?? '' }, signal);
    if (rest.status !== 206 || rest.body === null) {
      canResume = false;
      await rest.body?.cancel();
      throw broken;
    }
    reader = rest.body.getReader();
    broken = undefined;
  }

  async function read(): Promise<Uint8Array | undefined> {
    if (broken !== undefined) await resume();
    try {
      const { done, value } = await readPart(reader);
      if (!done) return value;
      if (bytes === undefined || received >= bytes) return undefined;
      throw new KinoraConnectionError('the download ended early');
    } catch (error) {
      broken = error;
      throw error;
    }
  }

  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await retry(() => connected(source.url, read));
      if (chunk === undefined) return controller.close();
      received += chunk.byteLength;
      if (received > RESULT_BYTES_MAX) {
        reader.cancel().catch(() => {});
        throw tooLarge(first, RESULT_BYTES_MAX);
      }
      onProgress?.({ received, total: bytes });
      controller.enqueue(chunk);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { body, bytes, mime: first.headers.get('content-type') ?? 'application/octet-stream' };
}

async function get(
  { url, headers, fetch }: DownloadSource,
  more: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    const init = { headers: { ...headers, ...more }, ...(signal && { signal }) };
    const response = await connected(url, () => fetch(url, init));
    if (!response.ok) throw await connected(url, () => errorOf(response));
    return response;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** The whole file. */
export async function readDownload({ body }: Download): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(body).arrayBuffer());
}
