import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { PassThrough } from 'node:stream';

/** How a proxy treats the requests that a test selects. */
export type StoreFault =
  /** Closes the connection before anything is sent. */
  | { readonly kind: 'unreachable' }
  /** Never responds; the connection ends with the fault. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'refuse'; readonly status: number; readonly code: string }
  /** Closes the connection after some bytes of the body have reached the store. */
  | { readonly kind: 'cut'; readonly afterBytes: number };

/** A proxy in front of a store or a server. It leaves `Host` as it is, which signatures of S3 include. */
export interface StoreProxy {
  readonly url: string;
  /** Every request that passed or met a fault, as `PUT /media/...`. */
  readonly requests: readonly string[];
  /** Every request that `concerns` accepts meets the fault, `times` of them, until `null`. */
  set(fault: StoreFault | null, concerns?: (method: string, path: string) => boolean, times?: number): void;
  close(): Promise<void>;
}

export async function startStoreProxy(upstream: string): Promise<StoreProxy> {
  const { hostname, port } = new URL(upstream);
  const requests: string[] = [];
  const hanging = new Set<Socket>();
  let rule: { fault: StoreFault; concerns: (method: string, path: string) => boolean; left: number } | null;
  rule = null;
  const faultOf = (method: string, path: string): StoreFault | undefined => {
    if (rule === null || rule.left === 0 || !rule.concerns(method, path)) return undefined;
    rule.left -= 1;
    return rule.fault;
  };
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    requests.push(`${method} ${path.split('?')[0]}`);
    const fault = faultOf(method, path);
    if (fault?.kind === 'unreachable') return void incoming.socket.destroy();
    if (fault?.kind === 'hang') {
      hanging.add(incoming.socket);
      return void incoming.resume();
    }
    if (fault?.kind === 'refuse') {
      const { status, code } = fault;
      incoming.resume();
      outgoing.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
      return void outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    }
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    const body = new PassThrough();
    if (fault?.kind === 'cut') {
      let sent = 0;
      body.on('data', (bytes: Buffer) => {
        sent += bytes.length;
        if (sent < fault.afterBytes) return;
        incoming.socket.destroy();
        forwarded.destroy();
      });
    }
    incoming.on('error', () => forwarded.destroy());
    incoming.pipe(body).pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    set(fault, concerns = () => true, times = Number.POSITIVE_INFINITY) {
      rule = fault && { fault, concerns, left: times };
      for (const socket of hanging) socket.destroy();
      hanging.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
