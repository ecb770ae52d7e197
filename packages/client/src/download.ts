import { connected } from './api-call.ts';
import { errorOf, KinoraConnectionError } from './kinora-error.ts';
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
  const etag = first.headers.get('etag');
  canResume = etag !== null;
  const total = Number(first.headers.get('content-length') ?? Number.NaN);
  const bytes = Number.isNaN(total) ? undefined : total;
  let received = 0;
  let reader = first.body.getReader();
  let broken: unknown;

  async function resume(): Promise<void> {
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
      const { done, value } = await readWithin(source.silenceMs, reader);
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
      onProgress?.({ received, total: bytes });
      controller.enqueue(chunk);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { body, bytes, mime: first.headers.get('content-type') ?? 'application/octet-stream' };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** The next bytes. The runtimes wait for them for minutes or for ever. */
function readWithin(ms: number, reader: Reader): ReturnType<Reader['read']> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`nothing arrived within ${Math.round(ms) / 1000} seconds`));
      reader.cancel().catch(() => {});
    }, ms);
    reader
      .read()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
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
