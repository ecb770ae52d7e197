import { KinoraError } from './kinora-error.ts';

/** The limit of a JSON response; a page of a hundred jobs takes a hundredth of it. */
export const JSON_BYTES_MAX = 8 * 1024 * 1024;
/** The size of the largest result of the service. */
export const RESULT_BYTES_MAX = 1024 * 1024 * 1024;
export const PREVIEW_BYTES_MAX = 4 * 1024 * 1024;
export const PACKAGE_BYTES_MAX = 64 * 1024 * 1024;

type Body = Pick<Response, 'body' | 'status' | 'headers'>;
type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Reads one part of a body. */
export type ReadPart = (reader: Reader) => ReturnType<Reader['read']>;

/** The whole body. One of more than `maxBytes` bytes is not read on, and is an error with the code `response_too_large`. */
export async function readBytes(
  response: Body,
  maxBytes: number,
  readPart: ReadPart = (reader) => reader.read(),
): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, isWhole } = await readUpTo(response, maxBytes, readPart);
  if (!isWhole) throw tooLarge(response, maxBytes);
  return bytes;
}

/** Returns at most the first `maxBytes` bytes as text. */
export async function readStart(response: Body, maxBytes: number): Promise<string> {
  const { bytes } = await readUpTo(response, maxBytes, (reader) => reader.read());
  return new TextDecoder().decode(bytes);
}

export function tooLarge({ status, headers }: Omit<Body, 'body'>, maxBytes: number): KinoraError {
  const error = `The response is larger than ${maxBytes / 1024 / 1024} MiB, which no response of a Kinora service is.`;
  return new KinoraError(status, headers, { error, code: 'response_too_large' });
}

async function readUpTo({ body }: Body, maxBytes: number, readPart: ReadPart) {
  const parts: Uint8Array[] = [];
  let length = 0;
  let isWhole = body === null;
  const reader = body?.getReader();
  while (reader !== undefined && length <= maxBytes) {
    const { done, value } = await readPart(reader);
    isWhole = done;
    if (done) break;
    parts.push(value);
    length += value.byteLength;
  }
  isWhole &&= length <= maxBytes;
  if (!isWhole) reader?.cancel().catch(() => {});
  const bytes = new Uint8Array(Math.min(length, maxBytes));
  let at = 0;
  for (const part of parts) {
    bytes.set(part.subarray(0, maxBytes - at), at);
    at += part.byteLength;
  }
  return { bytes, isWhole };
}

/** Fewer bytes than this in the longest silence do not count as progress: a response could trickle forever. */
export const PROGRESS_BYTES = 16 * 1024;

/** Waits for bytes for at most `silenceMs`, and for `PROGRESS_BYTES` for not much longer. The runtimes wait forever. */
export function createPacedRead(silenceMs: number): ReadPart {
  let waitedMs = 0;
  let received = 0;
  return async (reader) => {
    const startedAt = performance.now();
    const part = await readWithin(silenceMs, reader);
    waitedMs += performance.now() - startedAt;
    received += part.value?.byteLength ?? 0;
    const isTooSlow = !part.done && received < PROGRESS_BYTES && waitedMs > silenceMs;
    if (isTooSlow || received >= PROGRESS_BYTES) {
      waitedMs = 0;
      received = 0;
    }
    if (!isTooSlow) return part;
    reader.cancel().catch(() => {});
    throw new Error(`almost nothing arrived within ${Math.round(silenceMs) / 1000} seconds`);
  };
}

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
