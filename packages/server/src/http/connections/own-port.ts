import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { failToListen } from '../../kernel/listen-failure.ts';

/** A port at which only this process is reached, while it shares its other port with more processes. */
interface OwnPort {
  readonly port: number;
  /** Hands its connections to `server`; those that came before have waited. */
  serve(server: Server): void;
  close(): void;
}

/** Listens on `port`, 0 for any that is free. */
export async function openOwnPort(host: string, port: number): Promise<OwnPort> {
  const serving = Promise.withResolvers<Server>();
  const listener = createServer({ noDelay: true }, (socket: Socket) => {
    void serving.promise.then((server) => server.emit('connection', socket));
  });
  listener.listen({ host, port });
  await once(listener, 'listening').catch(failToListen({ host, port }));
  return {
    port: (listener.address() as AddressInfo).port,
    serve: serving.resolve,
    close: () => void listener.close(),
  };
}
