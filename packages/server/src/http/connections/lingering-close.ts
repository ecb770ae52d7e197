import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client that is still sending has to read the response. */
const LINGER_MS = 2_000;

/**
 * Closes connections so that clients get the last response. Closing a socket that has unread bytes resets the
 * connection, and the reset discards the response at a client that sends its body before it reads. So this server ends
 * its side first, and discards what still arrives until the client has ended its side, or for a short time.
 */
export function lingerOnClose(server: Server): void {
  server.on('connection', (socket: Socket) => {
    // Node calls this to close a connection after its last response.
    socket.destroySoon = () => {
      socket.end();
      destroyLater(socket);
    };
  });
}

/** Sends a last response on a connection whose bytes are not HTTP. */
export function endLingering(socket: Socket, response: string): void {
  // The parser would report the rest of the bytes as further errors.
  socket.removeAllListeners('data').on('data', () => {});
  socket.end(response);
  destroyLater(socket);
}

function destroyLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
