import {
  type CardDeclined,
  chargeOffSession,
  type FakeState,
  type Json,
  MONTH_S,
  newObjectId,
  seconds,
} from './objects.ts';

export interface ApiCall {
  readonly method: string;
  /** Below `/v1`. */
  readonly path: string;
  readonly params: Json;
}

/** Queues a webhook. */
export type Emit = (type: string, object: Json) => void;

type Handler = (state: FakeState, params: Json, ids: readonly string[], emit: Emit) => Json | undefined;

/** The part of Stripe's API that the adapter uses; undefined is a 404. */
const routes: readonly (readonly [method: string, path: RegExp, handle: Handler])[] = [
  ['POST', /^customers$/, (state, params) => keep(state.customers, 'cus', { object: 'customer', ...params })],
  ['POST', /^checkout\/sessions$/, createSession],
  [
    'GET',
    /^prices$/,
    (state, { lookup_keys: keys }) =>
      list([...state.prices.values()].filter((price) => keys.includes(price.lookup_key))),
  ],
  [
    'POST',
    /^prices$/,
    (state, params) => keep(state.prices, 'price', { object: 'price', active: true, ...params }),
  ],
  ['POST', /^payment_intents$/, createIntent],
  [
    'GET',
    /^payment_intents$/,
    (state, { customer }) =>
      list([...state.intents.values()].filter((intent) => intent.customer === customer)),
  ],
  [
    'GET',
    /^payment_intents\/(\w+)$/,
    (state, params, [id = '']) => expand(state, state.intents.get(id), params),
  ],
  [
    'GET',
    /^subscriptions\/(\w+)$/,
    (state, params, [id = '']) => expand(state, state.subscriptions.get(id), params),
  ],
  ['POST', /^subscriptions\/(\w+)$/, updateSubscription],
  [
    'GET',
    /^invoices$/,
    (state, { customer }) =>
      list([...state.invoices.values()].filter((invoice) => invoice.customer === customer)),
  ],
  [
    'POST',
    /^invoices$/,
    (state, params) =>
      keep(state.invoices, 'in', { object: 'invoice', status: 'draft', amount_due: 0, ...params }),
  ],
  ['POST', /^invoiceitems$/, addInvoiceItem],
  [
    'POST',
    /^invoices\/(\w+)\/finalize$/,
    (state, _params, [id = '']) => set(state.invoices.get(id), { status: 'open' }),
  ],
  ['POST', /^invoices\/(\w+)\/pay$/, payInvoice],
  [
    'GET',
    /^refunds$/,
    (state, { payment_intent: intent }) =>
      list([...state.refunds.values()].filter((refund) => refund.payment_intent === intent)),
  ],
  ['POST', /^refunds$/, createRefund],
];

/**
 * Handles a call; undefined for an object that does not exist. Throws for a call that Stripe would reject.
 */
export function handleCall(
  state: FakeState,
  { method, path, params }: ApiCall,
  emit: Emit,
): Json | undefined {
  for (const [routeMethod, pattern, handle] of routes) {
    const match = routeMethod === method ? pattern.exec(path) : null;
    if (match !== null) return handle(state, params, match.slice(1), emit);
  }
  throw new Error(`the fake Stripe does not implement ${method} /v1/${path}`);
}

function createSession(state: FakeState, params: Json): Json {
  const id = newObjectId('cs_test');
  const session = { id, object: 'checkout.session', status: 'open', payment_status: 'unpaid', ...params };
  state.sessions.set(id, { ...session, url: `https://checkout.stripe.test/${id}` });
  return state.sessions.get(id) ?? {};
}

function createIntent(state: FakeState, params: Json, _ids: readonly string[], emit: Emit): Json {
  const amount = Number(params.amount);
  const intent = keep(state.intents, 'pi', {
    object: 'payment_intent',
    ...params,
    amount,
    amount_received: 0,
  });
  try {
    chargeOffSession(state, params.payment_method);
  } catch (error) {
    Object.assign(intent, { status: 'requires_payment_method' });
    emit('payment_intent.payment_failed', intent);
    throw error;
  }
  Object.assign(intent, { status: 'succeeded', amount_received: amount });
  emit('payment_intent.succeeded', intent);
  return intent;
}

function updateSubscription(
  state: FakeState,
  params: Json,
  [id = '']: readonly string[],
  emit: Emit,
): Json | undefined {
  const subscription = state.subscriptions.get(id);
  if (subscription === undefined) return undefined;
  const price = params.items?.[0]?.price;
  if (price !== undefined) {
    chargeOffSession(state, subscription.default_payment_method);
    subscription.items.data[0].price = state.prices.get(price);
  }
  if (params.cancel_at_period_end !== undefined) {
    subscription.cancel_at_period_end = params.cancel_at_period_end === 'true';
  }
  emit('customer.subscription.updated', subscription);
  return expand(state, subscription, params);
}

function addInvoiceItem(state: FakeState, params: Json): Json {
  const invoice = state.invoices.get(params.invoice);
  if (invoice?.status !== 'draft') throw new Error('only a draft invoice can get lines');
  invoice.amount_due += Number(params.amount);
  return { id: newObjectId('ii'), object: 'invoiceitem', ...params };
}

function payInvoice(
  state: FakeState,
  params: Json,
  [id = '']: readonly string[],
  emit: Emit,
): Json | undefined {
  const invoice = state.invoices.get(id);
  if (invoice?.status !== 'open') throw new Error('only an open invoice can be paid');
  try {
    chargeOffSession(state, params.payment_method);
  } catch (error) {
    emit('invoice.payment_failed', invoice);
    throw error;
  }
  invoice.status = 'paid';
  emit('invoice.paid', invoice);
  return invoice;
}

function createRefund(state: FakeState, params: Json, _ids: readonly string[], emit: Emit): Json {
  const refunded = [...state.refunds.values()].some(
    (refund) => refund.payment_intent === params.payment_intent && refund.status !== 'failed',
  );
  if (refunded) throw new Error('the charge was refunded twice');
  const refund = keep(state.refunds, 're', { object: 'refund', status: 'succeeded', ...params });
  emit('refund.updated', refund);
  return refund;
}

/** The buyer pays on the Checkout page. */
export function paySession(state: FakeState, session: Json, card: Json, emit: Emit): void {
  const isConfirmed = card.behaviour === 'authenticates';
  Object.assign(session, { status: 'complete', payment_status: 'paid' });
  if (session.mode === 'subscription') {
    const price = state.prices.get(session.line_items[0].price);
    const subscription = keep(state.subscriptions, 'sub', {
      object: 'subscription',
      customer: session.customer,
      metadata: session.subscription_data.metadata,
      status: 'active',
      default_payment_method: card.id,
      cancel_at: null,
      cancel_at_period_end: false,
      items: { data: [{ id: newObjectId('si'), price, current_period_end: seconds() + MONTH_S }] },
    });
    emit('customer.subscription.created', { ...subscription, status: 'incomplete' });
    emit('customer.subscription.updated', subscription);
  } else {
    const amount = Number(session.line_items[0].price_data.unit_amount);
    const secure = { result: isConfirmed ? 'authenticated' : 'attempt_acknowledged' };
    const intent = keep(state.intents, 'pi', {
      object: 'payment_intent',
      customer: session.customer,
      metadata: session.payment_intent_data.metadata,
      status: 'succeeded',
      amount,
      amount_received: amount,
      payment_method: card.id,
      latest_charge: { id: newObjectId('ch'), payment_method_details: { card: { three_d_secure: secure } } },
    });
    session.payment_intent = intent.id;
    emit('payment_intent.succeeded', intent);
  }
  emit('checkout.session.completed', session);
}

function keep(map: Map<string, Json>, prefix: string, object: Json): Json {
  const id = newObjectId(prefix);
  const stored = { id, metadata: {}, ...object };
  map.set(id, stored);
  return stored;
}

function set(object: Json | undefined, change: Json): Json | undefined {
  return object && Object.assign(object, change);
}

function list(data: readonly Json[]): Json {
  return { object: 'list', data, has_more: false };
}

/** Payment methods are returned as an id, or as an object where the call expands them. */
function expand(state: FakeState, object: Json | undefined, params: Json): Json | undefined {
  if (object === undefined) return undefined;
  const requested: string[] = Object.values(params.expand ?? []);
  const expanded = Object.fromEntries(
    requested
      .filter((name) => name.endsWith('payment_method'))
      .map((name) => [name, state.methods.get(object[name])]),
  );
  return { ...object, ...expanded };
}

export function declineBody(error: CardDeclined): Json {
  return {
    error: { type: 'card_error', code: error.code, decline_code: 'generic_decline', message: error.message },
  };
}
