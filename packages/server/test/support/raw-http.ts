import { connect } from 'node:net';
import { within } from './deadline.ts';

/** The raw response. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case, in the order sent. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/**
 * Sends raw bytes, for requests that no HTTP client would send, and reads the first response.
 * `end` closes the sending side of the connection after the last byte.
 */
export async function sendRaw(
  url: string,
  parts: readonly (string | Buffer)[],
  { end = false }: { readonly end?: boolean } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const parsed = parseAnswer(Buffer.concat(chunks), false);
      if (parsed !== undefined) resolve(parsed);
    });
    // A server that refuses an upload may close the connection before all of it is sent, after its response.
    socket.on('error', () => {});
    socket.on('close', () => {
      const parsed = parseAnswer(Buffer.concat(chunks), true);
      if (parsed === undefined) reject(new Error('the connection was closed without a response'));
      else resolve(parsed);
    });
  });
  for (const part of parts) socket.write(part);
  if (end) socket.end();
  try {
    return await within(() => `the response of ${url}`, answer);
  } finally {
    socket.destroy();
  }
}

/** The response once it is complete, by its Content-Length or by the end of the connection. */
function parseAnswer(bytes: Buffer, closed: boolean): RawAnswer | undefined {
  const split = bytes.indexOf('\r\n\r\n');
  if (split === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, split).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const body = bytes.subarray(split + 4);
  const length = headers.get('content-length');
  if (!closed && (length === undefined || body.length < Number(length))) return undefined;
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}
