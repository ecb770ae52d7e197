import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that misbehaves as the test specifies: what a real service does on bad days only. */

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly atMs: number;
}

export type Reply = (response: ServerResponse, request: Received) => void;

export interface ScriptedServer {
  readonly url: string;
  readonly received: Received[];
  /** Applies the replies in this order; the last one repeats. */
  script(...replies: readonly Reply[]): void;
  stop(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const received: Received[] = [];
  let replies: readonly Reply[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { method = '', url: path = '', headers } = request;
    const seen = { method, path, headers, body, atMs: performance.now() };
    received.push(seen);
    const [next, ...later] = replies;
    if (later.length > 0) replies = later;
    next?.(response, seen);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    script: (...next) => {
      replies = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Closes the connection without a response. */
export const cut: Reply = (response) => response.destroy();

/** Never responds. */
export const silent: Reply = () => {};

/** A stream of events that sends `text` and stays open, or ends, or breaks. */
export function events(text: string, then: 'open' | 'end' | 'cut' = 'open'): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text, () => {
      if (then === 'end') response.end();
      if (then === 'cut') response.destroy();
    });
  };
}
