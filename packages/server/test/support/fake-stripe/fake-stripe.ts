import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { declineBody, handleCall, renewSubscription } from './api.ts';
import { endDelayed, type PaidOtherwise, paySession } from './checkout.ts';
import {
  type CardBehaviour,
  CardDeclined,
  emptyState,
  type FakeState,
  type Json,
  newCard,
  newObjectId,
  parseForm,
  Refused,
  seconds,
} from './objects.ts';

/** A fault of the next request: it fails with a status, or it takes effect and its response is lost. */
type Fault = 401 | 429 | 500 | 'lose_response' | 'none';

/**
 * The part of Stripe's HTTP API that the service uses, with its state. A request that is repeated with its
 * idempotency key happens once. Webhooks are signed, and wait until the test delivers them: late, twice or in
 * another order.
 */
export interface FakeStripe {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly state: FakeState;
  /** Webhooks that are not delivered yet, oldest first. */
  readonly waiting: Json[];
  fail(...faults: Fault[]): void;
  /** The buyer pays at Checkout. */
  pay(
    checkoutUrl: string,
    behaviour?: CardBehaviour,
    last4?: string,
    otherwise?: PaidOtherwise,
  ): Promise<void>;
  /** The money of a delayed payment arrives, or does not. */
  endDelayed(checkoutUrl: string, arrives: boolean): void;
  /** A period of a subscription ends, and the next one is charged. */
  renew(subscription: Json): void;
  emit(type: string, object: Json): void;
  /** Delivers the waiting webhooks in the order of `arrange`; returns the response statuses. */
  deliver(webhookUrl: string, arrange?: (events: Json[]) => Json[]): Promise<number[]>;
  /** Deletes all idempotency keys, as Stripe does after 24 hours. */
  expireKeys(): void;
  stop(): Promise<void>;
}

export async function startFakeStripe(): Promise<FakeStripe> {
  const state = emptyState();
  const secretKey = `sk_test_${newObjectId('k').slice(2)}`;
  const webhookSecret = `whsec_${newObjectId('w').slice(2)}`;
  const faults: Fault[] = [];
  const responses = new Map<string, { readonly status: number; readonly body: string }>();
  const waiting: Json[] = [];
  const emit = (type: string, object: Json) => {
    // The event contains the object as it is now.
    const data = { object: structuredClone(object) };
    waiting.push({ id: newObjectId('evt'), object: 'event', type, created: seconds(), data });
  };

  const sessionAt = (checkoutUrl: string): Json => {
    const session = state.sessions.get(checkoutUrl.split('/').at(-1) ?? '');
    if (session === undefined) throw new Error('there is no such session');
    return session;
  };

  const server = createServer(async (request, response) => {
    const text = await readAll(request);
    const fault = faults.shift();
    if (typeof fault === 'number') {
      const error = { type: 'api_error', message: 'try again' };
      return send(response, fault, JSON.stringify({ error }));
    }
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return send(response, 401, JSON.stringify({ error: { type: 'authentication_error' } }));
    }
    const key = request.headers['idempotency-key'] as string | undefined;
    const earlier = key === undefined ? undefined : responses.get(key);
    const result = earlier ?? respond(state, request, text, emit);
    if (key !== undefined) responses.set(key, result);
    if (fault === 'lose_response') return request.socket.destroy();
    return send(response, result.status, result.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey,
    webhookSecret,
    state,
    waiting,
    renew: (subscription) => renewSubscription(state, subscription, emit),
    emit,
    fail: (...more) => void faults.push(...more),
    async pay(checkoutUrl, behaviour = 'succeeds', last4 = '4242', otherwise) {
      const session = sessionAt(checkoutUrl);
      if (session.status !== 'open') throw new Error('the session is not open');
      paySession(state, session, newCard(state, session.customer, behaviour, last4), emit, otherwise);
    },
    endDelayed: (checkoutUrl, arrives) => endDelayed(state, sessionAt(checkoutUrl), emit, arrives),
    async deliver(webhookUrl, arrange = (events) => events) {
      const statuses: number[] = [];
      for (const event of arrange(waiting.splice(0))) {
        statuses.push((await sendWebhook(webhookUrl, event, webhookSecret)).status);
      }
      return statuses;
    },
    expireKeys: () => responses.clear(),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The body and signature of a webhook. */
export function signWebhook(event: Json, secret: string): { payload: string; signature: string } {
  // The signature covers the exact bytes, with spaces and key order.
  const payload = JSON.stringify(event, null, 2);
  const signature = new Stripe('sk_test_none').webhooks.generateTestHeaderString({ payload, secret });
  return { payload, signature };
}

export async function sendWebhook(url: string, event: Json, secret: string): Promise<Response> {
  const { payload, signature } = signWebhook(event, secret);
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' };
  return fetch(url, { method: 'POST', headers, body: payload });
}

function respond(
  state: FakeState,
  request: IncomingMessage,
  text: string,
  emit: FakeStripe['emit'],
): { readonly status: number; readonly body: string } {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const params = parseForm(request.method === 'GET' ? search.slice(1) : text);
  const call = { method: request.method ?? '', path: pathname.replace(/^\/v1\//, ''), params };
  try {
    const object = handleCall(state, call, emit);
    if (object === undefined)
      return { status: 404, body: JSON.stringify({ error: { code: 'resource_missing' } }) };
    return { status: 200, body: JSON.stringify(object) };
  } catch (error) {
    if (error instanceof CardDeclined) return { status: 402, body: JSON.stringify(declineBody(error)) };
    const message = (error as Error).message;
    const code = error instanceof Refused && { code: error.code };
    return {
      status: 400,
      body: JSON.stringify({ error: { type: 'invalid_request_error', message, ...code } }),
    };
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
