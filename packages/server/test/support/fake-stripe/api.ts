import {
  type CardDeclined,
  chargeOffSession,
  type FakeState,
  type Json,
  MONTH_S,
  newObjectId,
  Refused,
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
  [
    'GET',
    /^customers\/(\w+)\/payment_methods$/,
    (state, _params, [id = '']) =>
      list([...state.methods.values()].filter(({ customer }) => customer === id)),
  ],
  [
    'POST',
    /^payment_methods\/(\w+)\/detach$/,
    (state, _params, [id = '']) => set(state.methods.get(id), { customer: null }),
  ],
  [
    'GET',
    /^setup_intents\/(\w+)$/,
    (state, params, [id = '']) => expand(state, state.setupIntents.get(id), params),
  ],
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
  ['GET', /^prices\/(\w+)$/, (state, _params, [id = '']) => state.prices.get(id)],
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
  ['POST', /^subscription_schedules$/, createSchedule],
  ['POST', /^subscription_schedules\/(\w+)$/, updateSchedule],
  ['POST', /^subscription_schedules\/(\w+)\/release$/, releaseSchedule],
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
  ['POST', /^invoices\/create_preview$/, previewInvoice],
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
  const item = subscription.items.data[0];
  if (price !== undefined && price !== item.price.id) {
    const after = state.prices.get(price) ?? {};
    const former = item.price;
    const difference = proratedCents(item, after, params.proration_date);
    if (difference > 0) {
      chargeOffSession(state, subscription.default_payment_method);
      emit('invoice.paid', planInvoice(subscription, difference, after, former));
    }
    state.proratedCents.push(difference);
    item.price = after;
  }
  if (params.default_payment_method !== undefined) {
    const method = state.methods.get(params.default_payment_method);
    if (method?.customer !== subscription.customer) throw new Error('the card is of another customer');
    subscription.default_payment_method = method?.id;
  }
  if (params.cancel_at_period_end !== undefined) {
    if (subscription.schedule !== null) throw new Error('a schedule manages the cancellation');
    subscription.cancel_at_period_end = params.cancel_at_period_end === 'true';
  }
  emit('customer.subscription.updated', subscription);
  return expand(state, subscription, params);
}

/**
 * The difference of two prices, by the rest of the period at `prorationDate`, in seconds; without one of the whole
 * period.
 */
function proratedCents(item: Json, after: Json, prorationDate: string | undefined): number {
  const difference = Number(after.unit_amount) - Number(item.price.unit_amount);
  if (prorationDate === undefined) return difference;
  const { current_period_start: start, current_period_end: end } = item;
  const at = Number(prorationDate);
  if (at < start || at > end) throw new Error('the proration date is outside of the period');
  return Math.round((difference * (end - at)) / (end - start));
}

function previewInvoice(state: FakeState, { subscription: id, subscription_details: details }: Json): Json {
  const item = state.subscriptions.get(id)?.items.data[0];
  const after = state.prices.get(details.items[0].price);
  if (details.items[0].id !== item?.id || details.proration_behavior !== 'always_invoice' || !after)
    throw new Error('not the preview of an upgrade');
  return { object: 'invoice', amount_due: proratedCents(item, after, details.proration_date) };
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
  if (state.intents.get(params.payment_intent)?.disputed) throw new Refused('charge_disputed');
  const refund = keep(state.refunds, 're', { object: 'refund', status: 'succeeded', ...params });
  emit('refund.updated', refund);
  return refund;
}

/** The buyer pays on the Checkout page. */
export function paySession(state: FakeState, session: Json, card: Json, emit: Emit): void {
  const isConfirmed = card.behaviour === 'authenticates';
  Object.assign(session, { status: 'complete', payment_status: 'paid' });
  if (session.mode === 'setup') {
    const intent = keep(state.setupIntents, 'seti', { payment_method: card.id, status: 'succeeded' });
    Object.assign(session, { payment_status: 'no_payment_required', setup_intent: intent.id });
    emit('checkout.session.completed', session);
    return;
  }
  if (session.mode === 'subscription') {
    const price = state.prices.get(session.line_items[0].price);
    const period = { current_period_start: seconds(), current_period_end: seconds() + MONTH_S };
    const subscription = keep(state.subscriptions, 'sub', {
      object: 'subscription',
      customer: session.customer,
      metadata: session.subscription_data.metadata,
      status: 'active',
      default_payment_method: card.id,
      cancel_at: null,
      cancel_at_period_end: false,
      schedule: null,
      items: { data: [{ id: newObjectId('si'), price, ...period }] },
    });
    emit('customer.subscription.created', { ...subscription, status: 'incomplete' });
    emit('customer.subscription.updated', subscription);
    emit('invoice.paid', planInvoice(subscription, Number(price?.unit_amount), price ?? {}));
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
  const schedule = requested.includes('schedule.phases.items.price') && {
    schedule: expandSchedule(state, object),
  };
  return { ...object, ...expanded, ...schedule };
}

function expandSchedule(state: FakeState, { schedule }: Json): Json | null {
  const found = state.schedules.get(schedule);
  if (found === undefined) return null;
  const phases = found.phases.map((phase: Json) => ({
    ...phase,
    items: phase.items.map((item: Json) => ({ ...item, price: state.prices.get(item.price) })),
  }));
  return { ...found, phases };
}

/** The start of a new period: the scheduled plan if there is one, otherwise the same plan again. */
export function renewSubscription(state: FakeState, subscription: Json, emit: Emit): void {
  const item = subscription.items.data[0];
  const schedule = state.schedules.get(subscription.schedule);
  item.current_period_start = item.current_period_end;
  item.current_period_end += MONTH_S;
  if (schedule !== undefined) {
    item.price = state.prices.get(schedule.phases[1].items[0].price);
    subscription.schedule = null;
  }
  emit('customer.subscription.updated', subscription);
  emit('invoice.paid', planInvoice(subscription, Number(item.price.unit_amount), item.price));
}

/** The invoice of a period, or of an upgrade from a `former` price, whose rest is credited. */
function planInvoice({ id, metadata }: Json, cents: number, price: Json, former?: Json): Json {
  const details = { subscription: id, metadata };
  const parent = { type: 'subscription_details', subscription_details: details };
  const lineOf = (amount: number, { id: priceId }: Json) => ({
    amount,
    pricing: { type: 'price_details', price_details: { price: priceId } },
  });
  const credit = Number(former?.unit_amount ?? 0);
  const data = [...(former ? [lineOf(-credit, former)] : []), lineOf(cents + credit, price)];
  return {
    billing_reason: former === undefined ? 'subscription_cycle' : 'subscription_update',
    lines: { object: 'list', data },
    id: newObjectId('in'),
    object: 'invoice',
    status: 'paid',
    amount_paid: cents,
    metadata: {},
    parent,
  };
}

function createSchedule(state: FakeState, params: Json): Json {
  const subscription = state.subscriptions.get(params.from_subscription);
  if (subscription === undefined || subscription.schedule !== null)
    throw new Error('no schedule can be created');
  const [{ price, current_period_start: start, current_period_end: end }] = subscription.items.data;
  const schedule = keep(state.schedules, 'sub_sched', {
    object: 'subscription_schedule',
    subscription: subscription.id,
    current_phase: { start_date: start, end_date: end },
    phases: [{ items: [{ price: price.id }], start_date: start, end_date: end }],
  });
  subscription.schedule = schedule.id;
  return schedule;
}

function updateSchedule(state: FakeState, params: Json, [id = '']: readonly string[]): Json | undefined {
  const schedule = state.schedules.get(id);
  const [now, later] = params.phases;
  const { start_date: start, end_date: end } = schedule?.current_phase ?? {};
  if (Number(now.start_date) !== start || Number(now.end_date) !== end)
    throw new Error('the current phase moved');
  const phases = [
    { ...now, start_date: start, end_date: end },
    { ...later, start_date: end, end_date: end + MONTH_S },
  ];
  return set(schedule, { phases });
}

function releaseSchedule(state: FakeState, _params: Json, [id = '']: readonly string[]): Json | undefined {
  const schedule = state.schedules.get(id);
  set(state.subscriptions.get(schedule?.subscription), { schedule: null });
  return set(schedule, { status: 'released' });
}

export function declineBody(error: CardDeclined): Json {
  return {
    error: { type: 'card_error', code: error.code, decline_code: 'generic_decline', message: error.message },
  };
}
