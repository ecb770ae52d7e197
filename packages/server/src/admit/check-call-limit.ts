import { ok, type Problem, type Result } from '@kinora/contract';
import type { Clock } from '../kernel/clock.ts';
import type { CallingAccount } from '../queue/interface.ts';
import { stateQueryOf } from './accept/batch-state.ts';
import { countCall, type RateState, rateState } from './accept/decide-limits.ts';
import type { ReadAccountState } from './read-account-state.ts';

/** The result of the check, and the account's call limit, if it has one yet. */
type CallLimit = Result<undefined, Problem> & { readonly rate: RateState | undefined };

export type CheckCallLimit = (caller: CallingAccount) => Promise<CallLimit>;

/**
 * Checks the call limit for a request whose body is invalid. The limit comes before the body in the order of checks, but
 * such a request does not count: it reaches nothing that costs more than reading it. Problem: `rate_limited`.
 */
export function createCheckCallLimit(readAccountState: ReadAccountState, clock: Clock): CheckCallLimit {
  return async (caller) => {
    const state = await readAccountState(stateQueryOf(caller));
    if (state === undefined) return { ...ok(undefined), rate: undefined };
    const now = clock.now().getTime();
    const call = countCall(state.activity, now);
    return call.ok ? { ...ok(undefined), rate: rateState(state.activity, now) } : call;
  };
}
