import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { Database } from '../../src/db/database.ts';
import { until } from './deadline.ts';

/** How the receiver answers: with a status, with a redirect, or not at all. */
type ReceiverAnswer =
  | number
  | { readonly redirectTo: string }
  | 'silent'
  | 'endless'
  | 'cut'
  | 'half'
  | 'upgrade';

interface ReceivedEvent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly id: string;
}

/** The server of a customer, which receives webhooks. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedEvent[];
  /** Gives these answers in turn; the last one repeats. */
  answer(...answers: readonly ReceiverAnswer[]): void;
  /** The event number `index`, once it has arrived. */
  event(index: number): Promise<ReceivedEvent>;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(host = '127.0.0.1', port = 0): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  let answers: readonly ReceiverAnswer[] = [200];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { headers, url: path = '' } = request;
    received.push({ path, headers, text, id: String(headers['webhook-id']) });
    const [next = 200, ...later] = answers;
    if (later.length > 0) answers = later;
    give(response, next);
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    received,
    answer(...next) {
      answers = next;
    },
    async event(index) {
      await until(() => received.length > index);
      return received[index] as ReceivedEvent;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function give(response: ServerResponse, answer: ReceiverAnswer): void {
  if (typeof answer === 'number') {
    response.writeHead(answer).end('thank you');
  } else if (typeof answer === 'object') {
    response.writeHead(302, { location: answer.redirectTo }).end();
  } else if (answer === 'half') {
    response.writeHead(200, { 'content-length': '1000' }).write('{');
  } else if (answer === 'cut') {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{', () => response.destroy());
  } else if (answer === 'upgrade') {
    response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).flushHeaders();
  } else if (answer === 'endless') {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    };
    response.on('drain', more);
    more();
  }
}

/** Verifies an event as a customer does, and returns its content. Throws if the signature is wrong. */
// biome-ignore lint/suspicious/noExplicitAny: tests read events of any type.
export function verified(secret: string, { text, headers }: ReceivedEvent): any {
  return new Webhook(secret).verify(text, headers as Record<string, string>);
}

/** Makes the waiting attempts due. */
export async function hastenAttempts(database: Database): Promise<void> {
  await database.query(
    `update graphile_worker._private_jobs set run_at = now()
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'deliver_webhook')`,
  );
}
