import { rootCertificates } from 'node:tls';
import { EnvHttpProxyAgent, FormData, fetch, type Headers, type Response } from 'undici';
import { brokenDigest } from './announced-digest.ts';
import type { RemoteAddress } from './remote-address.ts';
import { RemoteUnreachable } from './remote-unreachable.ts';

/**
 * The calls to a renderer behind HTTP. Node's own `fetch` ends a call whose response takes more than five minutes, knows
 * neither proxies nor certificates of an operator, and hides why it failed.
 */
export interface Remote {
  /** Without credentials. */
  readonly url: string;
  /** `path` is below the address, or a whole address. Rejects with `RemoteUnreachable`, `RemoteTooSlow`, `RemoteFault`, or the reason of `signal`. */
  call(path: string, call: RemoteCall): Promise<RemoteResponse>;
  /** What a socket to the same address needs. */
  readonly socket: {
    readonly dispatcher: EnvHttpProxyAgent;
    readonly headers: Readonly<Record<string, string>>;
  };
  close(): Promise<void>;
}

export interface RemoteCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent to the origin of the address and to no other. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A form, or what is sent as JSON. */
  readonly body?: FormData | object | undefined;
  /** From the call to the last byte of its response. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly maxBytes?: number | undefined;
}

/** A response of any status. */
export interface RemoteResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** The response is none that can be taken, and will be none another time. */
export class RemoteFault extends Error {}

/** There was no whole response in time. */
export class RemoteTooSlow extends Error {}

/** A response that is no result is not larger. */
const MAX_BYTES = 192 * 2 ** 20;
const MAX_HOPS = 3;
const CONNECT_MS = 10_000;
/** What is on this machine is never behind a proxy. */
const HERE = ['localhost', '127.0.0.1', '::1', '[::1]'];

interface RemoteOptions {
  /** How the names of its settings begin, such as `KINORA_COMFYUI_`. */
  readonly setting: string;
  /** Whether results may be fetched from other hosts, without credentials; absent if no setting says so. */
  readonly trustsOtherHosts?: boolean | undefined;
  /** How long a connection may take, with its TLS handshake. */
  readonly connectMs?: number;
}

export function createRemote(
  { url: base, headers = {}, ca, noProxy }: RemoteAddress,
  { setting, trustsOtherHosts, connectMs: timeout = CONNECT_MS }: RemoteOptions,
): Remote {
  const tls = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
  const dispatcher = new EnvHttpProxyAgent({
    noProxy: noProxy === '*' ? noProxy : [...(noProxy === undefined ? [] : [noProxy]), ...HERE].join(','),
    // Each call has a limit of its own. A renderer may be silent for as long as it renders.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { ...tls, timeout },
    requestTls: { ...tls, timeout },
  });
  const home = new URL(base).origin;

  async function follow(path: string, call: RemoteCall, signal: AbortSignal): Promise<Response> {
    let url = new URL(path.startsWith('/') ? base + path : path, `${base}/`);
    for (let hop = 0; ; hop++) {
      const isHome = url.origin === home;
      if (!isHome && trustsOtherHosts !== true) {
        const moved = `if it has moved there, write that address into ${setting}URL`;
        const remedy =
          trustsOtherHosts === undefined ? moved : `${setting}OTHER_HOSTS=on fetches results there; ${moved}`;
        throw new RemoteFault(`The server refers to ${url.origin}, which is not its own address: ${remedy}.`);
      }
      if (!/^https?:$/.test(url.protocol) || hop > MAX_HOPS) {
        throw new RemoteFault('The server redirects too often, or to something other than HTTP.');
      }
      const { method, body } = call;
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        signal,
        dispatcher,
        headers: {
          'user-agent': 'kinora-worker/1',
          ...(isHome && { ...headers, ...call.headers }),
          ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null) return response;
      await response.body?.cancel();
      url = new URL(location, url);
      if (method !== 'GET') {
        throw new RemoteFault(`The server redirects to ${url.href}: write that address into ${setting}URL.`);
      }
    }
  }

  return {
    url: base,
    socket: { dispatcher, headers },
    async call(path, call) {
      const timeout = AbortSignal.timeout(call.timeoutMs);
      const signal = call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]);
      try {
        const response = await follow(path, call, signal);
        const bytes = await readAll(response, call.maxBytes ?? MAX_BYTES);
        const broken = response.status === 200 ? brokenDigest(response.headers, bytes) : undefined;
        if (broken !== undefined) throw new Error(`its response has not the digest of its header ${broken}`);
        return { status: response.status, headers: response.headers, bytes };
      } catch (error) {
        call.signal?.throwIfAborted();
        if (timeout.aborted) {
          const seconds = call.timeoutMs / 1000;
          throw new RemoteTooSlow(`The server did not respond to ${call.method} ${path} in ${seconds} s.`);
        }
        throw error instanceof RemoteFault ? error : new RemoteUnreachable(error, base, setting);
      }
    },
    close: () => dispatcher.close(),
  };
}

/** The whole body; rejects as soon as it is larger than allowed. */
async function readAll(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) {
      throw new RemoteFault(`The server sends more than ${Math.floor(maxBytes / 2 ** 20)} MiB.`);
    }
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
