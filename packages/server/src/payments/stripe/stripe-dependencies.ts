import Stripe from 'stripe';
import type { Queryable } from '../../db/database.ts';
import { type Payer, ProviderUnavailable } from '../provider.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The address of a fake Stripe API, which only tests set. */
  readonly apiUrl: string | undefined;
}

export interface StripeDependencies {
  readonly database: Queryable;
  readonly stripe: Stripe;
  readonly webhookSecret: string;
}

const TIMEOUT_MS = 20_000;
// The SDK retries with the same idempotency key.
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

/** The metadata keys of objects created at Stripe, by which they are found again. */
export const OPERATION = 'kinora_operation';
export const KIND = 'kinora_kind';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Stripe deletes idempotency keys after 24 hours. After this time an object is looked up before it is
 * created.
 */
const KEY_LIFETIME_MS = 20 * 3_600_000;

/** Whether the idempotency key of an operation may have expired; its id contains its creation time. */
export function mayHaveExpired(operationId: string): boolean {
  const createdMs = Number.parseInt(operationId.replaceAll('-', '').slice(0, 12), 16);
  return Date.now() - createdMs > KEY_LIFETIME_MS;
}

/** The Stripe customer of an account; undefined before its first payment. */
export async function findCustomer(
  { database }: StripeDependencies,
  accountId: string,
): Promise<string | undefined> {
  const [row] = await database.query<{ customerId: string }>(
    'select customer_id as "customerId" from stripe_customers where account_id = $1',
    [accountId],
  );
  return row?.customerId;
}

/** The Stripe customer of an account, created at its first payment. */
export async function customerOf(dependencies: StripeDependencies, payer: Payer): Promise<string> {
  const { database, stripe } = dependencies;
  const existing = await findCustomer(dependencies, payer.accountId);
  if (existing !== undefined) return existing;
  const created = await stripe.customers.create(
    { email: payer.email, metadata: { kinora_account: payer.accountId } },
    { idempotencyKey: `customer-${payer.accountId}` },
  );
  await database.query(
    'insert into stripe_customers (account_id, customer_id) values ($1, $2) on conflict do nothing',
    [payer.accountId, created.id],
  );
  return (await findCustomer(dependencies, payer.accountId)) ?? created.id;
}

/** Stripe's id of the account's saved card. */
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

/** The operation of an object at Stripe; undefined for one that was not created here, whatever somebody wrote there. */
export function operationIn(metadata: Stripe.Metadata | null | undefined): string | undefined {
  const id = metadata?.[OPERATION];
  return id !== undefined && UUID.test(id) ? id : undefined;
}

/** The id of an object that may be expanded; undefined for none. */
export function idOf(reference: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}

/** Stripe's times are whole seconds. Local times that are compared with them are rounded down as well. */
export function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000);
}

/**
 * Runs `work` for a request. An unreachable or overloaded Stripe becomes `ProviderUnavailable`. Any other refusal, such as
 * that of a revoked key, becomes an error without a status: that of Stripe's response must not become that of ours.
 */
export async function mapStripeErrors<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const { StripeAPIError, StripeConnectionError, StripeError, StripeRateLimitError } = Stripe.errors;
    if (!(error instanceof StripeError)) throw error;
    const isUnavailable = [StripeAPIError, StripeConnectionError, StripeRateLimitError].some(
      (kind) => error instanceof kind,
    );
    throw isUnavailable
      ? new ProviderUnavailable('Stripe cannot be reached', { cause: error })
      : new Error('Stripe refused a request', { cause: error });
  }
}

export function isCardError(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeCardError;
}
