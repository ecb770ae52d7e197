import { setImmediate } from 'node:timers/promises';

/** Characters, in whole groups of four; they take about 2 ms. */
const PIECE = 2 ** 20;

/**
 * Strict base64 (RFC 4648, section 4): the standard alphabet, whole groups, padding where it belongs and
 * no stray bits. Node's own decoder skips unknown characters, so an image would be silently damaged.
 * Returns undefined for anything else. It decodes in pieces, which leave the event loop free.
 */
export async function decodeBase64(text: string): Promise<Buffer | undefined> {
  if (text.length % 4 !== 0) return undefined;
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text, 'base64'));
  let filled = 0;
  for (let at = 0; at < text.length; at += PIECE) {
    if (at > 0) await setImmediate();
    // Padding belongs to the end of the text, and not of a piece.
    if (filled !== (at / 4) * 3) return undefined;
    const piece = text.slice(at, at + PIECE);
    const end = filled + bytes.write(piece, filled, 'base64');
    // Comparing the encoding of what was decoded is exact and, at 16 MB, faster than a regular expression.
    if (bytes.toString('base64', filled, end) !== piece) return undefined;
    filled = end;
  }
  return bytes;
}
