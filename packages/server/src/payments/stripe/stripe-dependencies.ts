import Stripe from 'stripe';
import type { Queryable } from '../../db/database.ts';
import { type Payer, ProviderUnavailable } from '../provider.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Tests only: where Stripe's API is. */
  readonly apiUrl: string | undefined;
}

export interface StripeDependencies {
  readonly database: Queryable;
  readonly stripe: Stripe;
  readonly webhookSecret: string;
}

const TIMEOUT_MS = 20_000;
// A retry of the SDK carries the same idempotency key.
const RETRIES = 2;

export function connectStripe({ secretKey, apiUrl }: StripeSettings): Stripe {
  const settings = { timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES, telemetry: false };
  if (apiUrl === undefined) return new Stripe(secretKey, settings);
  const { hostname, port, protocol } = new URL(apiUrl);
  return new Stripe(secretKey, {
    ...settings,
    host: hostname,
    ...(port !== '' && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
  });
}

/** What stands on everything we make at Stripe: our operation, by which we find it again. */
export const OPERATION = 'kinora_operation';
export const KIND = 'kinora_kind';

/** Stripe forgets idempotency keys after a day; from here on we look before we ask again. */
const KEYS_LAST_MS = 20 * 3_600_000;

/** Whether Stripe may have forgotten the key of an operation; its id tells when it was made. */
export function mayBeForgotten(operationId: string, now = Date.now()): boolean {
  return now - Number.parseInt(operationId.replaceAll('-', '').slice(0, 12), 16) > KEYS_LAST_MS;
}

/** The Stripe customer of an account, made at its first payment. */
export async function customerOf({ database, stripe }: StripeDependencies, payer: Payer): Promise<string> {
  const find = async () => {
    const [row] = await database.query<{ customerId: string }>(
      'select customer_id as "customerId" from stripe_customers where account_id = $1',
      [payer.accountId],
    );
    return row?.customerId;
  };
  const known = await find();
  if (known !== undefined) return known;
  const made = await stripe.customers.create(
    { email: payer.email, metadata: { kinora_account: payer.accountId } },
    { idempotencyKey: `customer-${payer.accountId}` },
  );
  await database.query(
    'insert into stripe_customers (account_id, customer_id) values ($1, $2) on conflict do nothing',
    [payer.accountId, made.id],
  );
  return (await find()) ?? made.id;
}

/** The saved card of an account, as Stripe names it. */
export async function savedCardOf(
  { database }: StripeDependencies,
  accountId: string,
): Promise<string | undefined> {
  const [row] = await database.query<{ token: string }>(
    `select token from saved_cards where account_id = $1 and provider = 'stripe'`,
    [accountId],
  );
  return row?.token;
}

/** Stripe's times are whole seconds; ours beside them are too, so that neither seems the newer by a fraction. */
export function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000);
}

/** Runs what a person waits for; Stripe's being away or busy is told apart from a mistake of ours. */
export async function whileReachable<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors;
    const isAway = [StripeAPIError, StripeConnectionError, StripeRateLimitError].some(
      (kind) => error instanceof kind,
    );
    throw isAway ? new ProviderUnavailable('Stripe cannot be reached', { cause: error }) : error;
  }
}

export function isCardError(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeCardError;
}
