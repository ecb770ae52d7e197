import { problem } from '@kinora/contract';
import { readSecondFactors } from '../../../accounts/second-factor/second-factors.ts';
import { sendProblem } from '../../problem-handler.ts';
import { type Hook, personOf, requireRecentSignIn, type SessionDependencies } from '../session.ts';

/**
 * A hook for what a stolen password alone must not do, such as setting up a second factor of the thief's own: the
 * session must have been opened or confirmed with a second factor, if the account has any.
 */
export function requireOwnSecondFactor({ database }: Pick<SessionDependencies, 'database'>): Hook {
  return async (request, reply) => {
    const { accountId, secondFactor } = personOf(request);
    if (secondFactor) return undefined;
    const { app, passkeys } = await readSecondFactors(database, accountId);
    if (!app && passkeys === 0) return undefined;
    const message = 'Confirm with your passkey or the code of your authenticator app first.';
    return sendProblem(reply, problem('second_factor_required', message));
  };
}

/** What a change of second factors needs. */
export function mayChangeFactors(dependencies: Pick<SessionDependencies, 'database'>) {
  return { preHandler: [requireRecentSignIn, requireOwnSecondFactor(dependencies)] };
}
