import type { Server } from 'node:http';
import { problem, statusOf } from '@kinora/contract';
import { networkOf } from '../../access/network.ts';
import { commonHeaderLines } from '../common-headers.ts';

interface ConnectionLimits {
  /** Open connections of one network at once. */
  readonly perNetwork: number;
  /** Their connections are those of all customers, so they have no limit of their own. */
  readonly isTrusted: (address: string | undefined) => boolean;
  readonly isHttps: boolean;
  /** Called when the limit is first reached, and again when it is reached after a minute. */
  readonly onLimit: (network: string) => void;
}

const RETRY_SECONDS = 10;
const REPORT_EVERY_MS = 60_000;

/**
 * Refuses connections of a network that has too many: otherwise one address could take all that the server accepts.
 * The response is written before a request is read, so nothing is done for it.
 */
export function limitConnections(
  server: Server,
  { perNetwork, isTrusted, isHttps, onLimit }: ConnectionLimits,
): void {
  const open = new Map<string, number>();
  let reportedAt = Number.NEGATIVE_INFINITY;
  const refusal = refusalOf(perNetwork, isHttps);
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (isTrusted(remoteAddress)) return;
    const network = networkOf(remoteAddress ?? '');
    const count = (open.get(network) ?? 0) + 1;
    if (count > perNetwork) {
      // Not lingering: a flood would then hold as many sockets as it likes.
      socket.write(refusal);
      socket.destroy();
      if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = performance.now();
      onLimit(network);
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

function refusalOf(perNetwork: number, isHttps: boolean): string {
  const { code, message } = problem(
    'workers_unavailable',
    `Your network has ${perNetwork} open connections, which is the limit; close some, or reuse them for several requests.`,
  );
  const body = JSON.stringify({ error: message, code });
  const head = [
    `HTTP/1.1 ${statusOf(code)} Service Unavailable`,
    `Retry-After: ${RETRY_SECONDS}`,
    ...commonHeaderLines(isHttps),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
