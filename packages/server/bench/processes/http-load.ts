import { Client, type Dispatcher } from 'undici';
import { answerParent } from '../child.ts';
import { type Effort, runClosedLoop } from '../closed-loop.ts';

/** The load generator, in a separate process: one request at a time on each keep-alive connection. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpLoad extends Effort {
  readonly origin: string;
  /** Sent in rotation. */
  readonly requests: readonly HttpRequest[];
}

const KEEP_ALIVE_MS = 60_000;

const clientsOf = new Map<string, Client[]>();

function clientAt(origin: string, connection: number): Client {
  const clients = clientsOf.get(origin) ?? [];
  clientsOf.set(origin, clients);
  clients[connection] ??= new Client(origin, { pipelining: 1, keepAliveTimeout: KEEP_ALIVE_MS });
  return clients[connection];
}

/** Resolves with the status when the whole response was received. */
function send(client: Client, { method, path, headers, body }: HttpRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart(_controller, statusCode) {
        status = statusCode;
      },
      onResponseData() {},
      onResponseEnd() {
        resolve(status);
      },
      onResponseError(_controller, error) {
        reject(error);
      },
    };
    client.dispatch({ method, path, headers, body: body ?? null }, handler);
  });
}

answerParent(({ origin, requests, ...effort }: HttpLoad) => {
  let sent = 0;
  return runClosedLoop(effort, async (connection) => {
    const request = requests[sent++ % requests.length] as HttpRequest;
    const status = await send(clientAt(origin, connection), request);
    return status === 200 ? undefined : `${request.method} ${request.path} returned ${status}`;
  });
});
