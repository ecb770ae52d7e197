import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the endpoint does with its next request. */
export type EndpointBehaviour =
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
  /** Applies the behaviours in this order; the last one repeats. */
  respondWith(...behaviours: readonly EndpointBehaviour[]): void;
  stop(): Promise<void>;
}

/** The HTTP interface of another service, which responds, fails or hangs as the test specifies. */
export async function startJsonEndpoint(): Promise<JsonEndpoint> {
  const requests: JsonEndpoint['requests'] = [];
  let behaviours: readonly EndpointBehaviour[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    requests.push({ path: request.url ?? '', key: request.headers.authorization, body: JSON.parse(text) });
    const [next = 'silent', ...later] = behaviours;
    if (later.length > 0) behaviours = later;
    respond(response, next);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respondWith: (...next) => {
      behaviours = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function respond(response: ServerResponse, behaviour: EndpointBehaviour): void {
  if (behaviour === 'silent') return;
  if (behaviour === 'stalled' || behaviour === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"results": [', () => {
      if (behaviour === 'cut') response.destroy();
    });
    return;
  }
  if ('redirectTo' in behaviour) response.writeHead(302, { location: behaviour.redirectTo }).end();
  else if ('text' in behaviour) response.end(behaviour.text);
  else
    response
      .writeHead(behaviour.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(behaviour.body));
}
