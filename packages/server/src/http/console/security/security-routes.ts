import type { PasskeyView, SecurityView } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { readPendingEmail } from '../../../accounts/change-email.ts';
import { hasPasskeys, passkeyOrigins } from '../../../accounts/passkey-site.ts';
import { countBackupCodes } from '../../../accounts/second-factor/authenticator-app.ts';
import { listPasskeys, type Passkey } from '../../../accounts/second-factor/second-factors.ts';
import { personOf } from '../session.ts';
import { appRoutes } from './app-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { passwordAndEmailRoutes } from './password-and-email-routes.ts';
import type { SecurityDependencies } from './security-dependencies.ts';
import { securityEventRoutes } from './security-event-routes.ts';
import { sessionRoutes } from './session-routes.ts';

/** What a person does about the security of their account. */
export function securityRoutes(routes: FastifyInstance, dependencies: SecurityDependencies): void {
  const { auth, database, clock, publicUrl, confirmsEmail } = dependencies;

  routes.get('/security', async (request, reply) => {
    const { accountId, email, ownFactors, secondFactorAt } = personOf(request);
    const origin = publicUrl();
    const view: SecurityView = {
      email,
      pending_email: (await readPendingEmail(database, accountId, clock.now())) ?? null,
      confirms_email: confirmsEmail,
      authenticator_app: ownFactors.app,
      backup_codes_left: await countBackupCodes({ auth, database }, accountId),
      passkeys_work: hasPasskeys(origin),
      passkey_origin: passkeyOrigins(origin)[0] ?? origin,
      passkeys: (await listPasskeys(database, accountId)).map(viewPasskey),
      second_factor: secondFactorAt !== null,
    };
    return reply.send(view);
  });
  appRoutes(routes, dependencies);
  passkeyRoutes(routes, dependencies);
  sessionRoutes(routes, dependencies);
  passwordAndEmailRoutes(routes, dependencies);
  securityEventRoutes(routes, dependencies);
}

function viewPasskey({ id, name, backedUp, createdAt, usedAt }: Passkey): PasskeyView {
  return {
    id,
    name: name ?? 'Passkey',
    synced: backedUp,
    created_at: createdAt.toISOString(),
    used_at: usedAt?.toISOString() ?? null,
  };
}
