import { spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { NO_CODECS, type SampleRequest } from './sample-request.ts';

const PROGRAM = fileURLToPath(new URL('./decode-in-process.ts', import.meta.url));
/** A sample takes about a second, and many times that on a busy machine. */
const MAX_MS = 60_000;
/** Where the launcher keeps what Node has compiled: a process starts in half the time. */
const COMPILED = getCompileCacheDir();
const MAX_HEAP_FLAG = '--max-old-space-size=256';

/** The codecs do not load on this platform. */
export class CodecsMissing extends Error {}

export interface DecodedSample {
  /** Whether all of it decodes to frames of the size that was asked for. */
  readonly decodes: boolean;
  /** Empty unless the first frame was asked for. */
  readonly preview: Uint8Array;
}

/**
 * Decodes frames and sound of a video in a process of its own, without the environment's secrets: a worker may have
 * made the file to break the decoder. What breaks it, or takes a minute, does not decode. Throws `CodecsMissing`, and what
 * reading `bytes` throws.
 */
export async function decodeSample(
  request: SampleRequest,
  bytes: AsyncIterable<Uint8Array>,
): Promise<DecodedSample> {
  const child = spawn(process.execPath, [MAX_HEAP_FLAG, PROGRAM], {
    env: COMPILED === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(COMPILED) },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: MAX_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  let readFailure: { readonly error: unknown } | undefined;
  async function* content(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${JSON.stringify(request)}\n`);
    try {
      yield* bytes;
    } catch (error) {
      readFailure = { error };
      throw error;
    }
  }
  const sent = pipeline(content, child.stdin).catch(() => {
    // The process may end before it has read everything; how it ended says why.
    if (readFailure !== undefined) child.kill('SIGKILL');
  });
  const [preview, status] = await Promise.all([buffer(child.stdout), ended, sent]);
  if (readFailure !== undefined) throw readFailure.error;
  if (status === NO_CODECS) {
    throw new CodecsMissing(
      `No video can be decoded: the codecs of @napi-rs/webcodecs did not load on ${process.platform} ${process.arch}.`,
    );
  }
  return { decodes: status === 0, preview };
}
