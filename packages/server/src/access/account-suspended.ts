import { type Problem, problem } from '@kinora/contract';

/** The problem of every request of a suspended account, on both interfaces. */
export function accountSuspended(until: Date): Problem {
  return problem(
    'key_suspended',
    `This account is suspended until ${until.toISOString()}, because most of its recent requests were rejected.`,
    { until: until.toISOString() },
  );
}
