import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { invalidRequest } from '@kinora/contract';
import { commonHeaderLines } from './common-headers.ts';
import { endLingering } from './connections/lingering-close.ts';
import type { ProblemResponse } from './problem-response.ts';
import { originForm } from './request/origin-form.ts';
import type { UnknownRoutes } from './unknown-routes.ts';

const REMEDIES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'the headers are larger than 16 KiB; send fewer',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request did not arrive in time; send it again over a faster connection',
  HPE_INVALID_EOF_STATE: 'the body ended before the length given in Content-Length',
};

/** What Node says of bytes that it cannot read. */
interface Unreadable extends Error {
  readonly code?: string;
  /** A buffer of what arrived last, which may be a part of the request alone. */
  readonly rawPacket?: unknown;
  /** How much of it was read. */
  readonly bytesParsed?: number;
}

/**
 * Responds to bytes that are not a complete HTTP request, in the format of the interface to which its path belongs, as far as
 * it has arrived with them.
 */
export function sendUnreadableRequest(
  error: Unreadable,
  socket: Socket,
  unknown: UnknownRoutes,
  isHttps: boolean,
): void {
  const response = responseInProgress(socket);
  const isBody = response !== undefined && !response.req.complete;
  // A response that has begun cannot become another one.
  const hasBegun = response?.headersSent === true && !response.writableEnded;
  if (!socket.writable || error.code === 'ECONNRESET' || hasBegun) {
    socket.destroy();
    return;
  }
  // The request was answered before its body.
  if (isBody && response.headersSent) {
    endLingering(socket, '');
    return;
  }
  // Node knows some methods; the service answers any other in the same way as one of those.
  const unnamed = error.code === 'HPE_INVALID_METHOD' ? targetIn(lineOf(error)) : undefined;
  if (unnamed !== undefined) {
    endWith(socket, unknown.respond(unnamed.method, unnamed.path), isHttps);
    return;
  }
  const target = isBody ? targetOf(response.req) : targetBefore(error);
  const message = REMEDIES[error.code ?? ''] ?? 'this is not a valid HTTP request';
  endWith(socket, unknown.refuse(target?.path ?? '', invalidRequest([{ path: '', message }])), isHttps);
}

/** Responds to CONNECT, for which Node would close the connection without a response. */
export function refuseTunnels(server: Server, unknown: UnknownRoutes, isHttps: boolean): void {
  server.on('connect', (request, socket: Socket) => {
    // Node no longer listens to this socket.
    socket.on('error', () => socket.destroy());
    const target = targetOf(request);
    const message = 'this server is not a proxy and does not accept CONNECT';
    const refusal =
      target === undefined
        ? unknown.refuse('', invalidRequest([{ path: '', message }]))
        : unknown.respond(target.method, target.path);
    endWith(socket, refusal, isHttps);
  });
}

interface Target {
  readonly method: string;
  readonly path: string;
}

const REQUEST_LINE = /^(?:\r?\n)*([!#$%&'*+.^_`|~\w-]{1,40}) +(\S+)/;

function textOf({ rawPacket }: Unreadable): string {
  return Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
}

/** The line in which reading ended. */
function lineOf(error: Unreadable): string {
  const text = textOf(error);
  const { bytesParsed = 0 } = error;
  const end = text.indexOf('\n', bytesParsed);
  return text.slice(text.lastIndexOf('\n', bytesParsed - 1) + 1, end === -1 ? undefined : end);
}

/** The target of the last request in what arrived, up to where reading ended; undefined if it is not there. */
function targetBefore(error: Unreadable): Target | undefined {
  const text = textOf(error);
  const end = text.indexOf('\n', error.bytesParsed ?? 0);
  const lines = text.slice(0, end === -1 ? undefined : end).split('\n');
  const last = lines.findLast((line) => / HTTP\/\d\.\d\r?$/.test(line) && targetIn(line) !== undefined);
  return targetIn(last ?? lines[0] ?? '');
}

function targetIn(line: string): Target | undefined {
  const [, method, url] = REQUEST_LINE.exec(line) ?? [];
  return method === undefined || url === undefined ? undefined : targetOf({ method, url });
}

/** Undefined for what is no path of this service, as the target of a tunnel. */
function targetOf(request: Pick<IncomingMessage, 'method' | 'url'>): Target | undefined {
  const path = originForm(request).split(/[?#]/)[0] ?? '';
  return path.startsWith('/') ? { method: request.method ?? '', path } : undefined;
}

/** The response to a request whose body cannot be read. Node has no public name for it. */
function responseInProgress(socket: Socket): ServerResponse | undefined {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}

/** What never reaches a route gets a response written directly to the socket, and the connection is closed. */
function endWith(socket: Socket, { status, headers, body }: ProblemResponse, isHttps: boolean): void {
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `X-Request-Id: ${randomUUID()}`,
    ...commonHeaderLines(isHttps),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  endLingering(socket, `${head.join('\r\n')}\r\n\r\n${text}`);
}
