import { type Problem, problem } from '@kinora/contract';

/** What a worker gets for an attempt that ended, was cancelled or went to another worker. */
export const leaseLost: Problem = problem(
  'lease_lost',
  'This lease is no longer held; throw the result away.',
);
