import type { ProblemCode } from '@kinora/contract';

/** Refusals of every route that takes a key; any look-up may find the database away. */
export const everyKey: readonly ProblemCode[] = [
  'unauthorized',
  'key_suspended',
  'user_agent_refused',
  'internal_error',
  'billing_verification_unavailable',
];
