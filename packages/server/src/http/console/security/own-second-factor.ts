import { problem } from '@kinora/contract';
import { readSecondFactors } from '../../../accounts/second-factor/second-factors.ts';
import { sendProblem } from '../../problem-handler.ts';
import { type Hook, personOf, requireRecentSignIn, type SessionDependencies } from '../session.ts';

/**
 * A hook for changes of second factors: with one set up, a session that was opened by a password alone changes none, or
 * a thief of the password could set up their own.
 */
function requireOwnSecondFactor({ database }: Pick<SessionDependencies, 'database'>): Hook {
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
