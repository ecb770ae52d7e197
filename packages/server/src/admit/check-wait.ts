import { type Problem, problem } from '@kinora/contract';
import type { QueueView } from '../queue/queue-view.ts';
import type { Quote } from '../quote/quote.ts';
import type { Order } from './order.ts';

/** How long a call with zero retention may last behind a proxy, and, if it is known, how long it would. */
export function tooSlow(limitSeconds: number, expectedSeconds?: number): Problem {
  const reason =
    expectedSeconds === undefined
      ? 'The job has not ended in the time that the proxy of this service allows'
      : `The job is expected to take ${expectedSeconds} s, and the proxy of this service allows ${limitSeconds}`;
  return problem(
    'zero_retention_too_slow',
    `${reason}. Nothing was charged; order less, retry when fewer jobs wait, or omit X-Service-Store.`,
    {
      limit_seconds: limitSeconds,
      ...(expectedSeconds !== undefined && { expected_seconds: expectedSeconds }),
    },
  );
}

/** The problem of an order whose caller cannot wait for its result; undefined for every other. */
export async function checkWait(
  { operation, waitLimitSeconds }: Order,
  quote: Quote,
  queueView: Pick<QueueView, 'secondsForNew'>,
): Promise<Problem | undefined> {
  if (waitLimitSeconds === undefined) return undefined;
  const { width, height } = quote;
  const shape =
    quote.medium === 'video'
      ? { operation, mode: quote.mode, width, height, frames: quote.frames }
      : { operation, mode: null, width, height, frames: null };
  const seconds = await queueView.secondsForNew(shape);
  return seconds > waitLimitSeconds ? tooSlow(waitLimitSeconds, seconds) : undefined;
}
