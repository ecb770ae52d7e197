import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { systemClock } from '../../kernel/clock.ts';
import { keysAt } from '../../kernel/key-versions.ts';
import type { KeyVersions } from '../../secrets/key-purposes.ts';

interface Access {
  /** The address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** It is valid for 15 minutes, on the job API. */
  readonly accessToken: string;
}

/** How a command calls the running service as this account. */
export async function accessOf(
  database: Database,
  config: Config,
  keys: KeyVersions,
  user: { readonly id: string; readonly email: string },
): Promise<Access> {
  // Imported here, so that other commands need not load the sign-in library.
  const { createAuth, issueAccessToken } = await import('../../accounts/auth.ts');
  const baseUrl = config.publicUrl ?? `http://127.0.0.1:${config.port}`;
  const at = systemClock.now();
  const auth = createAuth({
    database,
    clock: systemClock,
    baseUrl,
    keys: { sessions: keysAt(keys.sessions, at), encryption: keysAt(keys.encryption, at) },
    verifiesEmail: false,
  });
  return { baseUrl, accessToken: await issueAccessToken(auth, user) };
}
