const PIECE_BYTES = 2 ** 20;

/** Parts of 1 MiB. Hashing one takes 1 to 3 ms, and between two that are stored other work has its turn. */
export function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
