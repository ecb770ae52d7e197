import {
  type CardDeclined,
  chargeOffSession,
  type Emit,
  type FakeState,
  type Json,
  keep,
  MONTH_S,
  newObjectId,
  Refused,
} from './objects.ts';
import { payByIntent, planInvoice } from './plan-invoice.ts';

export interface ApiCall {
  readonly method: string;
  /** Below `/v1`. */
  readonly path: string;
  readonly params: Json;
}

type Handler = (state: FakeState, params: Json, ids: readonly string[], emit: Emit) => Json | undefined;

const STORED = {
  'checkout/sessions': 'sessions',
  prices: 'prices',
  invoices: 'invoices',
  refunds: 'refunds',
  disputes: 'disputes',
  charges: 'charges',
  'radar/early_fraud_warnings': 'warnings',
} as const;

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
  // Objects of these kinds are returned as they are stored.
  [
    'GET',
    /^(checkout\/sessions|prices|invoices|refunds|disputes|charges|radar\/early_fraud_warnings)\/(\w+)$/,
    (state, _params, [kind = '', id = '']) => state[STORED[kind as keyof typeof STORED]].get(id),
  ],
  [
    'GET',
    /^invoice_payments$/,
    (state, { payment }) =>
      list(
        [...state.invoices.values()]
          .filter(({ payment_intent: intent }) => intent !== undefined && intent === payment.payment_intent)
          .map(({ id }) => ({ object: 'invoice_payment', invoice: id, payment })),
      ),
  ],
  [
    'GET',
    /^(refunds|disputes)$/,
    (state, { payment_intent: intent }, [kind = '']) =>
      list(
        [...state[kind as 'refunds' | 'disputes'].values()].filter(({ payment_intent: of }) => of === intent),
      ),
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
  keep(state.charges, 'ch', { object: 'charge', payment_intent: intent.id });
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
      emit('invoice.paid', planInvoice(state, subscription, difference, after, former));
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
  const amount = invoice.amount_due - Number(invoice.pre_payment_credit_notes_amount ?? 0);
  Object.assign(invoice, { status: 'paid', amount_paid: amount });
  payByIntent(state, invoice, amount);
  emit('invoice.paid', invoice);
  return invoice;
}

function createRefund(state: FakeState, params: Json, _ids: readonly string[], emit: Emit): Json {
  const refunded = [...state.refunds.values()].filter(
    (refund) => refund.payment_intent === params.payment_intent && refund.status !== 'failed',
  );
  if (refunded.some(({ metadata }) => metadata.kinora_operation !== undefined))
    throw new Error('the charge was refunded twice');
  if (refunded.length > 0) throw new Refused('charge_already_refunded');
  const disputed = [...state.disputes.values()].some((one) => one.payment_intent === params.payment_intent);
  if (disputed || state.intents.get(params.payment_intent)?.disputed) throw new Refused('charge_disputed');
  const refund = keep(state.refunds, 're', {
    object: 'refund',
    status: 'succeeded',
    ...params,
    amount: Number(params.amount),
  });
  emit('refund.updated', refund);
  return refund;
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
  emit('invoice.paid', planInvoice(state, subscription, Number(item.price.unit_amount), item.price));
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
