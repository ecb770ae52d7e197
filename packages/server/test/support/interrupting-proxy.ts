import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A call on its way to the server behind the proxy, or its response on the way back. */
export interface PassingCall {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly on: 'way there' | 'way back';
}

export interface InterruptingProxy {
  readonly url: string;
  /** The first call for which `matches` holds goes no further, and `act` runs. */
  interrupt(matches: (call: PassingCall) => boolean, act: () => void): void;
  stop(): Promise<void>;
}

/** What is between a worker and a server, to kill the worker at a moment of its call. */
export async function startInterruptingProxy(target: string): Promise<InterruptingProxy> {
  let interruption:
    | { readonly matches: (call: PassingCall) => boolean; readonly act: () => void }
    | undefined;
  const isInterrupted = (call: PassingCall): boolean => {
    if (interruption?.matches(call) !== true) return false;
    const { act } = interruption;
    interruption = undefined;
    act();
    return true;
  };

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    const body = await buffer(request);
    const call = { method, path, body: body.toString('latin1') };
    if (isInterrupted({ ...call, on: 'way there' })) return;
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const answer = await fetch(target + path, {
      method,
      // A killed worker must not get a job by a request that is still open.
      signal: gone.signal,
      headers: without(request.headers, OF_CONNECTION),
      ...(body.byteLength > 0 && { body: new Uint8Array(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (isInterrupted({ ...call, on: 'way back' })) return;
    response
      .writeHead(answer.status, without(Object.fromEntries(answer.headers), OF_CONNECTION))
      .end(answer.status === 204 ? undefined : bytes);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    interrupt(matches, act) {
      interruption = { matches, act };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Headers that say how a connection carries a message. */
const OF_CONNECTION = ['host', 'connection', 'content-encoding', 'content-length', 'transfer-encoding'];

function without(
  headers: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept) as Record<string, string>;
}
