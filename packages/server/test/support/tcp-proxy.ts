import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to the test database, or to an HTTP server, whose connections a test can cut or let hang. */
export interface TcpProxy {
  /** The address of the database or server through this proxy. */
  readonly connectionString: string;
  /** Cuts every connection, and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  /** Silently drops all bytes of the existing connections; new ones work. */
  hang(): void;
  /** Disturbs the next COMMIT, or the next on a connection that has sent the text `after`; all other bytes pass. Resolves then. */
  disturbCommit(disturbance: CommitDisturbance, after?: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * `response lost`: COMMIT reaches the server, and the connection is cut before its response. `lost`: the
 * connection is cut before COMMIT arrives. `client vanished`: neither COMMIT nor anything after it arrives, and the server
 * is not notified, as after a power failure of the client's machine. A number delays the response by as many milliseconds.
 */
export type CommitDisturbance = 'response lost' | 'lost' | 'client vanished' | number;

const COMMIT = Buffer.from('commit\0');

export async function startTcpProxy(address: string): Promise<TcpProxy> {
  const isHttp = address.startsWith('http:');
  const server = isHttp ? httpAddress(address) : databaseAddress(address);
  const lines = new Set<Line>();
  let isCut = false;
  let next: PendingDisturbance | undefined;
  const takeDisturbance: TakeDisturbance = (sent) => {
    if (next === undefined || !sent.includes(next.after)) return undefined;
    const { disturbance, done } = next;
    next = undefined;
    done();
    return disturbance;
  };
  const proxy = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    lines.add(joinSockets(client, connect(server), takeDisturbance));
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
    disturbCommit(disturbance, after = '') {
      return new Promise((done) => {
        next = { disturbance, after, done };
      });
    },
    async close() {
      cut();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

interface PendingDisturbance {
  readonly disturbance: CommitDisturbance;
  readonly after: string;
  readonly done: () => void;
}

/** `sent` is what the client has sent on this connection. */
type TakeDisturbance = (sent: string) => CommitDisturbance | undefined;

interface Line {
  cut(): void;
  hang(): void;
}

function joinSockets(client: Socket, server: Socket, takeDisturbance: TakeDisturbance): Line {
  let sent = '';
  let hangs = false;
  let vanished = false;
  const pass = (bytes: Buffer): void => void client.write(bytes);
  let respond = pass;
  const cut = () => {
    client.destroy();
    server.destroy();
  };
  client.on('data', (bytes) => {
    if (hangs) return;
    sent += bytes.toString('latin1');
    const disturbance = bytes.includes(COMMIT) ? takeDisturbance(sent) : undefined;
    if (disturbance === 'lost') return cut();
    if (disturbance === 'response lost') respond = cut;
    if (disturbance === 'client vanished') {
      vanished = true;
      hangs = true;
      return;
    }
    if (typeof disturbance === 'number') {
      respond = (late) => {
        respond = pass;
        setTimeout(pass, disturbance, late);
      };
    }
    server.write(bytes);
  });
  server.on('data', (bytes) => {
    if (!hangs) respond(bytes);
  });
  for (const socket of [client, server]) {
    socket.on('error', () => {});
    socket.on('close', () => {
      if (!vanished) cut();
    });
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

/** The Unix socket of a local server; its folder is the `host` of the connection string. */
function databaseAddress(databaseUrl: string): { path: string } {
  const folder = new URL(databaseUrl.replace('@/', '@localhost/')).searchParams.get('host');
  if (folder === null) throw new Error('the test database must listen on a Unix socket');
  return { path: `${folder}/.s.PGSQL.5432` };
}
