import type { Readable } from 'node:stream';
import { invalidRequest } from '@kinora/contract';
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
      const message = `an artifact may have ${Math.floor(maxBytes / MIB)} MiB`;
      throw new RefusedBody(invalidRequest([{ path: '', message }]));
    }
    yield chunk;
  }
}

const MIB = 1024 * 1024;
