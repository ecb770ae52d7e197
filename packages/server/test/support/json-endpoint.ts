import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the endpoint does with its next request. */
export type Play =
  | { readonly status: number; readonly body: unknown }
  /** Sent unchanged, with status 200. */
  | { readonly text: string }
  | { readonly redirectTo: string }
  /** Never responds. */
  | 'silent'
  /** Sends only the beginning of a response. */
  | 'stalled'
  /** Breaks the connection in the middle of the response. */
  | 'cut';

export interface JsonEndpoint {
  readonly url: string;
  readonly requests: { readonly path: string; readonly key: string | undefined; readonly body: unknown }[];
  /** Played in this order; the last one repeats. */
  play(...plays: readonly Play[]): void;
  stop(): Promise<void>;
}

/** The HTTP interface of another service, which responds, fails or hangs as the test specifies. */
export async function startJsonEndpoint(): Promise<JsonEndpoint> {
  const requests: JsonEndpoint['requests'] = [];
  let plays: readonly Play[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    requests.push({ path: request.url ?? '', key: request.headers.authorization, body: JSON.parse(text) });
    const [next = 'silent', ...later] = plays;
    if (later.length > 0) plays = later;
    respond(response, next);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play: (...next) => {
      plays = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function respond(response: ServerResponse, play: Play): void {
  if (play === 'silent') return;
  if (play === 'stalled' || play === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"results": [', () => {
      if (play === 'cut') response.destroy();
    });
    return;
  }
  if ('redirectTo' in play) response.writeHead(302, { location: play.redirectTo }).end();
  else if ('text' in play) response.end(play.text);
  else response.writeHead(play.status, { 'content-type': 'application/json' }).end(JSON.stringify(play.body));
}
