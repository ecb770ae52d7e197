import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { invalidRequest, statusOf } from '@kinora/contract';
import { commonHeaderLines } from './common-headers.ts';
import { endLingering } from './connections/lingering-close.ts';

const REMEDIES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'the headers are larger than 16 KiB; send fewer',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request did not arrive in time; send it again over a faster connection',
  HPE_INVALID_EOF_STATE: 'the body ended before the length given in Content-Length',
};

/** Responds to bytes that are not a complete HTTP request. */
export function sendUnreadableRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
  isHttps: boolean,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  endWithProblem(socket, REMEDIES[error.code ?? ''] ?? 'this is not a valid HTTP request', isHttps);
}

/** Responds to CONNECT, for which Node would close the connection without a response. */
export function refuseTunnels(server: Server, isHttps: boolean): void {
  server.on('connect', (_request, socket: Socket) => {
    // Node no longer listens to this socket.
    socket.on('error', () => socket.destroy());
    endWithProblem(socket, 'this server is no proxy and does not accept CONNECT', isHttps);
  });
}

/**
 * What never reaches a route gets a response in the format of the other problems, written directly to the socket, and the
 * connection is closed.
 */
function endWithProblem(socket: Socket, message: string, isHttps: boolean): void {
  const problem = invalidRequest([{ path: '', message }]);
  const body = JSON.stringify({ error: problem.message, code: problem.code, ...problem.fields });
  const head = [
    `HTTP/1.1 ${statusOf(problem.code)} Bad Request`,
    `X-Request-Id: ${randomUUID()}`,
    ...commonHeaderLines(isHttps),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  endLingering(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}
