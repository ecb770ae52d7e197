import type { Readable } from 'node:stream';
import { invalidRequest, type RequestIssue } from '@kinora/contract';
import { RefusedBody } from '../problem-handler.ts';

/**
 * The bytes of an upload, refused once there are more than `maxBytes`. A parser that hands on the stream
 * applies no limit, and a chunked upload states no length.
 */
export async function* limitBytes(body: Readable, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new RefusedBody(invalidRequest([tooLarge('', maxBytes)]));
    }
    yield chunk;
  }
}

export function tooLarge(path: string, maxBytes: number): RequestIssue {
  return { path, message: `an artifact may have ${Math.floor(maxBytes / MIB)} MiB` };
}

const MIB = 1024 * 1024;
