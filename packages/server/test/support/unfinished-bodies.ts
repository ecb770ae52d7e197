import { connect, type Socket } from 'node:net';

const CHUNK = Buffer.alloc(1024 * 1024, 'A');

interface UnfinishedBody {
  readonly socket: Socket;
  /** The status of the response, if the server sent one. */
  readonly status: () => number | undefined;
  /** Resolves when all of `sendBytes` are sent, or the server has responded or closed the connection. */
  readonly settled: Promise<void>;
}

/** Starts a request whose body never ends: it announces `announcedBytes` and sends `sendBytes`. */
export function sendUnfinished(
  url: string,
  headers: readonly string[],
  {
    announcedBytes,
    sendBytes,
    from,
  }: { readonly announcedBytes: number; readonly sendBytes: number; readonly from: string },
): UnfinishedBody {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, localAddress: from });
  const settled = Promise.withResolvers<void>();
  let received = '';
  let sent = 0;
  const send = () => {
    while (sent < sendBytes && received === '') {
      sent += CHUNK.length;
      if (!socket.write(CHUNK)) return;
    }
    settled.resolve();
  };
  socket.on('drain', send);
  socket.on('error', () => {});
  socket.on('close', () => settled.resolve());
  socket.on('data', (bytes) => {
    received += bytes;
    settled.resolve();
  });
  const lines = [...headers, 'Content-Type: application/json', `Content-Length: ${announcedBytes}`];
  socket.write(`${lines.join('\r\n')}\r\n\r\n{"prompt":"x","init_image_base64":"`);
  send();
  const status = () => {
    const found = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  return { socket, status, settled: settled.promise };
}
