import { type Problem, problem } from '@kinora/contract';
import { showTime } from '../kernel/clock.ts';

/** The problem of every request of a suspended account, on both interfaces. */
export function accountSuspended(until: Date): Problem {
  return problem(
    'key_suspended',
    `This account is suspended until ${showTime(until)}, because most of its recent requests were rejected.`,
    { until: until.toISOString() },
  );
}
