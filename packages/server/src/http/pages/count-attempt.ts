import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../access/network.ts';
import { countSignIn, type SignInAttempt, type SignInOrigin } from '../../access/sign-in-limits.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';

/** Counts an attempt of a page to sign in; returns the seconds to wait if it exceeds a limit. */
export function countAttemptOf(
  request: FastifyRequest,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  attempt: SignInAttempt,
  by: Pick<SignInOrigin, 'email' | 'device'>,
): Promise<number | undefined> {
  return countSignIn(database, attempt, { network: networkOf(request.ip), ...by }, clock.now());
}
