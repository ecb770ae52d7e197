import type { LookupAddress } from 'node:dns';
import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf } from './check-url.ts';
import type { AttemptResult } from './decide-retry.ts';

/** Resolves a host name to all of its addresses; rejects if it has none. */
export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>;

export interface ReceiverAccess {
  readonly resolveHost: ResolveHost;
  /** Whether this server may call an IP address. */
  readonly isAllowed: (address: string) => boolean;
}

interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export type PostToReceiver = (message: Message, stopped: AbortSignal) => Promise<AttemptResult>;

const TIMEOUT_MS = 15_000;
/** A response is read so that the receiver can finish it; its content is of no interest. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Posts to an address that a customer has named. The name is resolved once, each of its addresses must be allowed, and the
 * connection goes to one of them: a name that resolves to something else a moment later changes nothing. No redirect is
 * followed. Throws only if `stopped`.
 */
export function createPostToReceiver(access: ReceiverAccess, timeoutMs = TIMEOUT_MS): PostToReceiver {
  return async (message, stopped) => {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopped]);
    try {
      const url = new URL(message.url);
      const addresses = await untilAborted(() => resolve(hostOf(url), access), signal);
      if (!addresses.every(({ address }) => access.isAllowed(address))) {
        return noResponse('the address is not one that this server may call');
      }
      return { status: await post(url, addresses, message, signal) };
    } catch (error) {
      if (stopped.aborted) throw error;
      return noResponse(signal.aborted ? `no response within ${timeoutMs / 1000} seconds` : reasonOf(error));
    }
  };
}

async function resolve(host: string, { resolveHost }: ReceiverAccess): Promise<readonly LookupAddress[]> {
  const family = isIP(host);
  return family === 0 ? resolveHost(host) : [{ address: host, family }];
}

/**
 * Returns the status of the response once it is read, or as much of it as arrives in time and is ever read. One that is
 * cut is no response.
 */
function post(
  url: URL,
  checked: readonly LookupAddress[],
  message: Message,
  signal: AbortSignal,
): Promise<number> {
  const lookup: LookupFunction = (_host, options, callback) => {
    if (options.all === true) callback(null, [...checked]);
    else callback(null, checked[0]?.address ?? '', checked[0]?.family);
  };
  const { headers, body } = message;
  // A connection of its own: one that is kept open would not go to the address that was just checked.
  const options: RequestOptions = { method: 'POST', headers, lookup, signal, agent: false };
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    let status: number | undefined;
    const fail = (error: Error) => (signal.aborted && status !== undefined ? resolve(status) : reject(error));
    const request = send(url, options, (response) => {
      const { statusCode = 0 } = response;
      status = statusCode;
      const end = () => resolve(statusCode);
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= MAX_RESPONSE_BYTES) return;
        end();
        request.destroy();
      });
      response.on('end', end);
      response.on('error', fail);
    });
    request.on('error', fail);
    // After a 101 that nobody asked for there is neither a response nor an error: the connection is just closed.
    request.on('close', () => status === undefined && reject(closedEarly()));
    request.end(body);
  });
}

function closedEarly(): Error {
  return Object.assign(new Error('closed without a response'), { code: 'ECONNRESET' });
}

/** Rejects when `signal` is aborted first: a resolver that hangs cannot be cancelled. Does not start if it is already. */
async function untilAborted<Value>(start: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([start(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function noResponse(error: string): AttemptResult {
  return { status: null, error };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name does not exist',
  ENODATA: 'the host name has no address',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without a response',
};

/** Its words say nothing about the network of this server. */
function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const known = REASONS[code];
  if (known !== undefined) return known;
  return /CERT|TLS|SSL|SIGNATURE/.test(code)
    ? 'the certificate of the receiver could not be verified'
    : 'the receiver could not be reached';
}
