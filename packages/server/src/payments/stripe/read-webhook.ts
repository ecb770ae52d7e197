import { assert } from '@kinora/contract';
import Stripe from 'stripe';
import type { EventMetadata, PaymentEvent } from '../payment-event.ts';
import { answerTo } from './event-types.ts';
import { eventReaders } from './read-event.ts';
import { mapStripeErrors, type StripeDependencies } from './stripe-dependencies.ts';

/** A webhook that Stripe has signed: its type, and what it means here, or why it means nothing. */
export interface Webhook {
  readonly type: string;
  readonly event: PaymentEvent | undefined;
  readonly ignored: string | undefined;
}

/** What is read of a webhook's body: the same in every version of Stripe's interface, of snapshots and of thin events. */
interface Body {
  readonly id: string;
  readonly object: string;
  readonly type: string;
  readonly created: number;
  /** The connected account, where the event is about one. */
  readonly account?: string;
  readonly data?: { readonly object?: { readonly id?: string } };
}

/**
 * Reads the raw body of a webhook; 'forged' when its signature is invalid. Webhooks arrive in any order, and are written by
 * the version of Stripe's interface that their endpoint has, so of each only the id of its object is used: the object is read
 * from Stripe, by the version that this program knows.
 */
export async function readWebhook(
  dependencies: StripeDependencies,
  body: Buffer,
  signature: string,
): Promise<Webhook | 'forged'> {
  const event = verify(dependencies, body, signature);
  if (event === 'forged') return 'forged';
  const { type, object, account, data } = event;
  const ignored = (why: string): Webhook => ({ type, event: undefined, ignored: why });
  if (object === 'v2.core.event') return ignored('It is a thin event, of which none is about a payment.');
  if (account !== undefined)
    return ignored('It is of a connected account, and nothing is sold through those.');
  const answer = answerTo(type);
  if (answer === undefined) return ignored('The type is not known.');
  if (!('reads' in answer)) return ignored(answer.ignored);
  const id = data?.object?.id;
  if (id === undefined) return ignored('Its object has no id.');
  const metadata: EventMetadata = { id: event.id, at: new Date(event.created * 1000) };
  const meant = await mapStripeErrors(() => eventReaders[answer.reads](dependencies, id, metadata, type));
  if (meant === undefined) return ignored('It changes nothing here.');
  return { type, event: meant, ignored: undefined };
}

/** Not with the library's function that parses too: it refuses thin events as if they were none of Stripe's. */
function verify(
  { stripe: { webhooks }, webhookSecret }: StripeDependencies,
  body: Buffer,
  signature: string,
): Body | 'forged' {
  assert(webhooks.signature !== null, 'the library verifies signatures');
  for (const secret of webhookSecret.split(',')) {
    try {
      webhooks.signature.verifyHeader(body, signature, secret.trim(), webhooks.DEFAULT_TOLERANCE);
      return JSON.parse(body.toString());
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  }
  return 'forged';
}
