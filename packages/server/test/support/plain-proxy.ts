import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PlainProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A proxy as nginx is with `proxy_pass` and nothing else: it speaks HTTP to the server with the server's own address as
 * Host, and adds no header that tells of the client. What `intercept` returns true for is not passed on.
 */
export async function startPlainProxy(
  upstream: string,
  intercept: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean = () => false,
): Promise<PlainProxy> {
  const { hostname, port, host } = new URL(upstream);
  const server = createServer((incoming, outgoing) => {
    if (intercept(incoming, outgoing)) return;
    const { method, url: path, headers } = incoming;
    const forwarded = request(
      { hostname, port, method, path, headers: { ...headers, host, connection: 'close' } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
