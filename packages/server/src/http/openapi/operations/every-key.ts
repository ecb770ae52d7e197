import type { ProblemCode } from '@kinora/contract';

/** Problems of every route that needs a key; any look-up fails if the database is unreachable. */
export const everyKey: readonly ProblemCode[] = [
  'unauthorized',
  'key_suspended',
  'user_agent_refused',
  'internal_error',
  'billing_verification_unavailable',
];
