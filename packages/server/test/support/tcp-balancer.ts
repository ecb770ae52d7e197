import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpBalancer {
  readonly url: string;
  close(): Promise<void>;
}

/** A load balancer without knowledge of HTTP: takes the servers in turn, and the next one if a server refuses. */
export async function startTcpBalancer(urls: readonly string[]): Promise<TcpBalancer> {
  const servers = urls.map((url) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) }));
  const clients = new Set<Socket>();
  let turn = 0;
  const balancer = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    clients.add(client);
    client.on('error', () => {});
    client.on('close', () => clients.delete(client));
    const attempt = (tries: number) => {
      const server = servers[turn++ % servers.length];
      if (server === undefined || tries === 0) return void client.destroy();
      const upstream = connect({ ...server, allowHalfOpen: true });
      let isConnected = false;
      upstream.on('error', () => {
        // A reset is passed on as one.
        if (isConnected) client.resetAndDestroy();
        else attempt(tries - 1);
      });
      upstream.on('connect', () => {
        isConnected = true;
        client.pipe(upstream);
        upstream.pipe(client);
        client.on('close', () => upstream.destroy());
      });
    };
    attempt(servers.length);
  });
  await once(balancer.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    async close() {
      for (const client of clients) client.destroy();
      await new Promise((resolve) => balancer.close(resolve));
    },
  };
}
