import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { answerParent } from '../child.ts';

/**
 * The network between a worker and a server that are far from each other: every byte arrives 40 ms later, each direction
 * carries 100 Mbit/s for all connections together, and a new connection takes a round trip before its first byte. It
 * passes bytes on unread, so connections are kept open and closed as the two ends want. It loses nothing, and its
 * connections start at full speed.
 */

export interface SlowNetwork {
  /** The server's URL. */
  readonly target: string;
}

const ONE_WAY_MS = 40;
const BYTES_PER_MS = 100_000_000 / 8 / 1000;
/** Bytes of one connection and direction that may be under way; those of a round trip at full speed, and a little more. */
const WINDOW_BYTES = 1_100_000;

/** One direction, which all connections share. */
function createLine() {
  let freeAt = 0;
  return {
    /** When bytes that are sent now, but not before `openAt`, have arrived. */
    arrivalOf(bytes: number, openAt: number): number {
      const ms = bytes / BYTES_PER_MS;
      freeAt = Math.max(freeAt, performance.now()) + ms;
      return Math.max(freeAt, openAt + ms) + ONE_WAY_MS;
    },
  };
}

type Line = ReturnType<typeof createLine>;

function carry(from: Socket, to: Socket, line: Line, openAt: number): void {
  let underWay = 0;
  let last: Promise<void> = Promise.resolve();
  /** In the order of the calls. */
  const arrive = (bytes: number, act: () => void): void => {
    const at = line.arrivalOf(bytes, openAt);
    last = last.then(() => untilTime(at)).then(act);
  };
  from.on('data', (chunk: Buffer) => {
    underWay += chunk.length;
    if (underWay > WINDOW_BYTES) from.pause();
    arrive(chunk.length, () => {
      to.write(chunk);
      setTimeout(() => {
        underWay -= chunk.length;
        if (underWay <= WINDOW_BYTES) from.resume();
      }, ONE_WAY_MS);
    });
  });
  from.on('end', () => arrive(0, () => to.end()));
  from.on('error', () => {});
  from.on('close', (hadError) => arrive(0, () => (hadError ? to.destroy() : to.destroySoon())));
}

function untilTime(at: number): Promise<void> {
  const ms = at - performance.now();
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}

answerParent(async ({ target }: SlowNetwork): Promise<string> => {
  const { hostname, port } = new URL(target);
  const up = createLine();
  const down = createLine();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const openAt = performance.now() + 2 * ONE_WAY_MS;
    const upstream = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
    carry(client, upstream, up, openAt);
    carry(upstream, client, down, openAt);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
