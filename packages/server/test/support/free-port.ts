import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux gives to connections and to listeners on port 0: neither takes one before it is used. */
const FROM = 20_000;
const TO = 32_000;
const BLOCK = 10;

/**
 * A port that nothing listens on, nor on the nine after it. No other process gets it as long as this one runs: a UDP
 * socket at the last of the ten reserves them.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FROM + BLOCK * Math.floor((Math.random() * (TO - FROM)) / BLOCK);
    if (!(await reserve(port + BLOCK - 1))) continue;
    const block = Array.from({ length: BLOCK }, (_, index) => isFree(port + index));
    if ((await Promise.all(block)).every(Boolean)) return port;
  }
}

async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  socket.bind(port, '127.0.0.1');
  return once(socket, 'listening').then(
    () => true,
    () => false,
  );
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
