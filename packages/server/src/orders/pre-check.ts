import type { Problem } from '@kinora/contract';
import { ok, type Result } from '@kinora/contract';
import type { RateState } from '../jobs/accept/decide-limits.ts';
import { contextAt, decideRequest } from '../jobs/accept/decide-request.ts';
import { callingAccountOf } from '../jobs/accept/job-request.ts';
import type { AcceptedAnswer } from '../jobs/accept/remembered-answer.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Order } from './order.ts';
import type { ReadAccountState } from './read-account-state.ts';

interface PreCheckDependencies {
  readonly readAccountState: ReadAccountState;
  readonly clock: Clock;
  /** The console's top-up page. */
  readonly topUpUrl: () => string;
}

/** The first answer where the order is a replay; a problem where it cannot be accepted now. */
export type PreCheck = Result<AcceptedAnswer | undefined, Problem> & { readonly rate: RateState | undefined };

/**
 * Decides an order on what is already known of its account, by the same function as the acceptance. It promises nothing:
 * an order that passes may still be rejected when the acceptance decides it under its lock. Problems: those of
 * `decideRequest`.
 */
export async function preCheck(
  { accountId, quoteFor, jobApi, idempotency }: Order,
  { readAccountState, clock, topUpUrl }: PreCheckDependencies,
): Promise<PreCheck> {
  const account = callingAccountOf({ accountId, jobApi });
  const state = await readAccountState({ ...account, key: idempotency?.key ?? null });
  if (state === undefined) return { ...ok(undefined), rate: undefined };
  const { quote, credits } = quoteFor(undefined);
  const request = { quote, jobApi: jobApi && { credits }, idempotency };
  const { outcome, rate } = decideRequest(request, state, contextAt(clock.now(), topUpUrl()));
  if (!outcome.ok) return { ...outcome, rate };
  return { ...ok(outcome.value.replayed ? outcome.value.answer : undefined), rate };
}
