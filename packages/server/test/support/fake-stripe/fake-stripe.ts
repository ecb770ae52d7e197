import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { answerCall, declineBody, paySession } from './api.ts';
import {
  type CardBehaviour,
  CardDeclined,
  emptyState,
  type FakeState,
  type Json,
  newCard,
  newObjectId,
  parseForm,
  seconds,
} from './objects.ts';

/** What goes wrong with the next request: it is refused, or done and its answer lost on the way. */
type Fault = 429 | 500 | 'lose_answer';

/**
 * Stripe over HTTP, as far as we use it, with its state: what was asked for twice with one idempotency key happens
 * once, webhooks are signed and wait until the test delivers them, late, twice or in another order.
 */
export interface FakeStripe {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly state: FakeState;
  /** Webhooks that wait to be sent, oldest first. */
  readonly waiting: Json[];
  fail(...faults: Fault[]): void;
  /** The buyer pays at Checkout. */
  pay(checkoutUrl: string, behaviour?: CardBehaviour, last4?: string): Promise<void>;
  emit(type: string, object: Json): void;
  /** Sends what waits, in the order that `arrange` gives; statuses answered. */
  deliver(webhookUrl: string, arrange?: (events: Json[]) => Json[]): Promise<number[]>;
  /** Forgets idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
  stop(): Promise<void>;
}

export async function startFakeStripe(): Promise<FakeStripe> {
  const state = emptyState();
  const secretKey = `sk_test_${newObjectId('k').slice(2)}`;
  const webhookSecret = `whsec_${newObjectId('w').slice(2)}`;
  const faults: Fault[] = [];
  const answers = new Map<string, { readonly status: number; readonly body: string }>();
  const waiting: Json[] = [];
  const emit = (type: string, object: Json) => {
    // The event holds the object as it was.
    const data = { object: structuredClone(object) };
    waiting.push({ id: newObjectId('evt'), object: 'event', type, created: seconds(), data });
  };

  const server = createServer(async (request, response) => {
    const text = await readAll(request);
    const fault = faults.shift();
    if (fault === 429 || fault === 500) {
      const error = { type: 'api_error', message: 'try again' };
      return send(response, fault, JSON.stringify({ error }));
    }
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return send(response, 401, JSON.stringify({ error: { type: 'authentication_error' } }));
    }
    const key = request.headers['idempotency-key'] as string | undefined;
    const known = key === undefined ? undefined : answers.get(key);
    const answer = known ?? answerOf(state, request, text, emit);
    if (key !== undefined) answers.set(key, answer);
    if (fault === 'lose_answer') return request.socket.destroy();
    return send(response, answer.status, answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey,
    webhookSecret,
    state,
    waiting,
    emit,
    fail: (...more) => void faults.push(...more),
    async pay(checkoutUrl, behaviour = 'succeeds', last4 = '4242') {
      const session = state.sessions.get(checkoutUrl.split('/').at(-1) ?? '');
      if (session?.status !== 'open') throw new Error('there is no such open session');
      paySession(state, session, newCard(state, behaviour, last4), emit);
    },
    async deliver(webhookUrl, arrange = (events) => events) {
      const statuses: number[] = [];
      for (const event of arrange(waiting.splice(0))) {
        statuses.push((await sendWebhook(webhookUrl, event, webhookSecret)).status);
      }
      return statuses;
    },
    forgetKeys: () => answers.clear(),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A webhook's body and its signature, as Stripe signs it. */
export function signWebhook(event: Json, secret: string): { payload: string; signature: string } {
  // Spaces and order are part of what is signed.
  const payload = JSON.stringify(event, null, 2);
  const signature = new Stripe('sk_test_none').webhooks.generateTestHeaderString({ payload, secret });
  return { payload, signature };
}

export async function sendWebhook(url: string, event: Json, secret: string): Promise<Response> {
  const { payload, signature } = signWebhook(event, secret);
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' };
  return fetch(url, { method: 'POST', headers, body: payload });
}

function answerOf(
  state: FakeState,
  request: IncomingMessage,
  text: string,
  emit: FakeStripe['emit'],
): { readonly status: number; readonly body: string } {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const params = parseForm(request.method === 'GET' ? search.slice(1) : text);
  const call = { method: request.method ?? '', path: pathname.replace(/^\/v1\//, ''), params };
  try {
    const object = answerCall(state, call, emit);
    if (object === undefined)
      return { status: 404, body: JSON.stringify({ error: { code: 'resource_missing' } }) };
    return { status: 200, body: JSON.stringify(object) };
  } catch (error) {
    if (error instanceof CardDeclined) return { status: 402, body: JSON.stringify(declineBody(error)) };
    const message = (error as Error).message;
    return { status: 400, body: JSON.stringify({ error: { type: 'invalid_request_error', message } }) };
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': newObjectId('req') });
  response.end(body);
}
