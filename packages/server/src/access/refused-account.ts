import { type Problem, problem } from '@kinora/contract';
import { showTime } from '../kernel/clock.ts';

/** The problem of every request of a banned account, on every interface. The operator's reason is not part of it. */
export const accountBanned: Problem = problem(
  'account_banned',
  'This account is closed by the operator of this service; contact support.',
);

/** The problem of every request of a suspended account, on both interfaces. */
export function accountSuspended(until: Date): Problem {
  return problem(
    'key_suspended',
    `This account is suspended until ${showTime(until)}, because most of its recent requests were rejected.`,
    { until: until.toISOString() },
  );
}
