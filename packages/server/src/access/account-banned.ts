import { type Problem, problem } from '@kinora/contract';

/** The problem of every request of a banned account, on every interface. The operator's reason is not part of it. */
export const accountBanned: Problem = problem(
  'account_banned',
  'This account is closed by the operator of this service; contact support.',
);
