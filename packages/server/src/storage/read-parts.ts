import type { Readable } from 'node:stream';
import type { ByteRange } from './blobs.ts';

/** Bytes of a blob. */
export interface BlobPart {
  readonly offset: number;
  readonly bytes: number;
}

/** What is between two parts is read and dropped if it is less than this, which costs less than another request. */
const MAX_DROPPED = 64 * 1024;

/** The bytes of the parts of a blob, in their order and in pieces; only what is near them is read. */
export async function* readParts(
  read: (range: ByteRange) => Readable,
  parts: readonly BlobPart[],
): AsyncGenerator<Uint8Array> {
  for (const near of groupParts(parts)) {
    const [start, end] = [near[0]?.offset ?? 0, endOf(near.at(-1))];
    let position = start;
    let index = 0;
    for await (const chunk of read({ first: start, last: end - 1 }) as AsyncIterable<Uint8Array>) {
      const reached = position + chunk.length;
      for (let part = near[index]; part !== undefined; part = near[index]) {
        const from = Math.max(part.offset, position);
        const to = Math.min(endOf(part), reached);
        if (to > from) yield chunk.subarray(from - position, to - position);
        if (endOf(part) > reached) break;
        index += 1;
      }
      position = reached;
    }
  }
}

/** Parts that are read by one request. */
function groupParts(parts: readonly BlobPart[]): BlobPart[][] {
  const groups: BlobPart[][] = [];
  for (const part of parts) {
    const group = groups.at(-1);
    const gap = part.offset - endOf(group?.at(-1));
    if (group !== undefined && gap >= 0 && gap < MAX_DROPPED) group.push(part);
    else groups.push([part]);
  }
  return groups;
}

function endOf(part: BlobPart | undefined): number {
  return part === undefined ? 0 : part.offset + part.bytes;
}
