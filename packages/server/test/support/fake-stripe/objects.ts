import { randomBytes } from 'node:crypto';

/** Parameters and objects as Stripe's API writes them. */
// biome-ignore lint/suspicious/noExplicitAny: objects of every shape.
export type Json = Record<string, any>;

/** The objects stored at Stripe. */
export interface FakeState {
  readonly customers: Map<string, Json>;
  readonly sessions: Map<string, Json>;
  readonly intents: Map<string, Json>;
  readonly methods: Map<string, Json>;
  readonly prices: Map<string, Json>;
  readonly subscriptions: Map<string, Json>;
  readonly schedules: Map<string, Json>;
  /** What each change of a price charged at once; a negative amount is a credit. */
  readonly proratedCents: number[];
  readonly invoices: Map<string, Json>;
  readonly refunds: Map<string, Json>;
  readonly setupIntents: Map<string, Json>;
  readonly charges: Map<string, Json>;
  readonly disputes: Map<string, Json>;
  readonly warnings: Map<string, Json>;
}

/** Queues a webhook. */
export type Emit = (type: string, object: Json) => void;

export function emptyState(): FakeState {
  return {
    customers: new Map(),
    sessions: new Map(),
    intents: new Map(),
    methods: new Map(),
    prices: new Map(),
    subscriptions: new Map(),
    schedules: new Map(),
    proratedCents: [],
    invoices: new Map(),
    refunds: new Map(),
    setupIntents: new Map(),
    charges: new Map(),
    disputes: new Map(),
    warnings: new Map(),
  };
}

export function newObjectId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

export function keep(map: Map<string, Json>, prefix: string, object: Json): Json {
  const id = newObjectId(prefix);
  const stored = { id, metadata: {}, ...object };
  map.set(id, stored);
  return stored;
}

/** Parses `a[b][0][c]=d` to `{a: {b: [{c: 'd'}]}}`; every value stays a string. */
export function parseForm(text: string): Json {
  const root: Json = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/\]?\[|\]$/).filter((key, at) => at === 0 || key !== '');
    let node = root;
    for (const [at, key] of keys.entries()) {
      if (at === keys.length - 1) node[key] = value;
      else {
        node[key] ??= /^\d+$/.test(keys[at + 1] ?? '') ? [] : {};
        node = node[key];
      }
    }
  }
  return root;
}

export type CardBehaviour = 'succeeds' | 'authenticates' | 'declines_later' | 'needs_confirmation';

/** A card that a buyer entered at Checkout. */
export function newCard(state: FakeState, customer: string, behaviour: CardBehaviour, last4: string): Json {
  const id = newObjectId('pm');
  const card = { brand: 'visa', last4, fingerprint: `fingerprint-${last4}`, exp_month: 12, exp_year: 2099 };
  const method = {
    id,
    object: 'payment_method',
    type: 'card',
    card,
    behaviour,
    customer,
    created: seconds(),
  };
  state.methods.set(id, method);
  return method;
}

export class CardDeclined extends Error {
  readonly code: string;
  constructor(code: string) {
    super('Your card was declined.');
    this.code = code;
  }
}

/** A request that is refused with an error code of Stripe. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string) {
    super('The request was refused.');
    this.code = code;
  }
}

/** Charges a saved card off-session: it succeeds, is declined, or fails because it needs authentication. */
export function chargeOffSession(state: FakeState, methodId: string): void {
  const method = state.methods.get(methodId);
  if (method !== undefined && method.customer === null) throw new Error('the payment method is detached');
  const behaviour = method?.behaviour as CardBehaviour | undefined;
  if (behaviour === undefined || behaviour === 'declines_later') throw new CardDeclined('card_declined');
  if (behaviour === 'needs_confirmation') throw new CardDeclined('authentication_required');
}

export const seconds = (): number => Math.floor(Date.now() / 1000);
export const MONTH_S = 30 * 86_400;
