import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to the test database, or to a server over HTTP, that a test can cut or let hang. */
export interface TcpProxy {
  /** The database or server, reached through this line. */
  readonly connectionString: string;
  /** Cuts every connection, and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  /** Existing connections pass nothing from now on, and stay open; new ones work. */
  hang(): void;
  /** The next COMMIT, and what happens to it; every other byte passes. */
  disturbCommit(disturbance: CommitDisturbance): void;
  close(): Promise<void>;
}

/**
 * `answer lost`: it reaches the server, and the connection is cut instead of answered. `lost`: the connection
 * is cut before it arrives. A number: the answer comes after so many milliseconds.
 */
export type CommitDisturbance = 'answer lost' | 'lost' | number;

const COMMIT = Buffer.from('commit\0');

export async function startTcpProxy(address: string): Promise<TcpProxy> {
  const isHttp = address.startsWith('http:');
  const server = isHttp ? httpAddress(address) : databaseAddress(address);
  const lines = new Set<Line>();
  let isCut = false;
  let disturbance: CommitDisturbance | undefined;
  const takeDisturbance = () => {
    const taken = disturbance;
    disturbance = undefined;
    return taken;
  };
  const proxy = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const line = joinSockets(client, connect(server), takeDisturbance);
    lines.add(line);
    client.on('close', () => lines.delete(line));
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  const url = new URL(address.replace('@/', '@localhost/'));
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${port}`;
  const cut = () => {
    isCut = true;
    for (const line of lines) line.cut();
  };
  return {
    connectionString: isHttp ? url.origin : url.href,
    cut,
    restore() {
      isCut = false;
    },
    hang() {
      for (const line of lines) line.hang();
    },
    disturbCommit(next) {
      disturbance = next;
    },
    async close() {
      cut();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

interface Line {
  cut(): void;
  hang(): void;
}

function joinSockets(
  client: Socket,
  server: Socket,
  takeDisturbance: () => CommitDisturbance | undefined,
): Line {
  let hangs = false;
  const pass = (bytes: Buffer): void => void client.write(bytes);
  let answer = pass;
  const cut = () => {
    client.destroy();
    server.destroy();
  };
  client.on('data', (bytes) => {
    if (hangs) return;
    const disturbance = bytes.includes(COMMIT) ? takeDisturbance() : undefined;
    if (disturbance === 'lost') return cut();
    if (disturbance === 'answer lost') answer = cut;
    if (typeof disturbance === 'number') {
      answer = (late) => {
        answer = pass;
        setTimeout(pass, disturbance, late);
      };
    }
    server.write(bytes);
  });
  server.on('data', (bytes) => {
    if (!hangs) answer(bytes);
  });
  for (const socket of [client, server]) {
    socket.on('error', () => {});
    socket.on('close', cut);
  }
  return {
    cut,
    hang() {
      hangs = true;
    },
  };
}

function httpAddress(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

/** The socket of a local server, which its connection string names as `host`. */
function databaseAddress(databaseUrl: string): { path: string } {
  const folder = new URL(databaseUrl.replace('@/', '@localhost/')).searchParams.get('host');
  if (folder === null) throw new Error('the test database is reached through a socket');
  return { path: `${folder}/.s.PGSQL.5432` };
}
