import { sweepAttempts } from './access/attempt-window.ts';
import { type AuthenticateKey, createAuthenticateKey } from './access/authenticate-key.ts';
import { sweepClaims } from './access/claim/record-decision.ts';
import { judgeAttempts, recordRejection, sweepRejections } from './access/rejections.ts';
import { type Auth, createAuth } from './accounts/auth.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Clock } from './kernel/clock.ts';
import { authSecret, type Secrets } from './secrets.ts';
import type { TaskList } from './tasks/task.ts';

export interface Access {
  readonly authenticateKey: AuthenticateKey;
  /** Built when first asked for: its address is known once the server listens. */
  readonly auth: () => Auth;
  /** Counts a call that the safety check refused, which may suspend the account's key. */
  readonly reject: (accountId: string) => Promise<void>;
  /** Suspends the account's key if its recent attempts deserve it. */
  readonly judge: (accountId: string) => Promise<void>;
  readonly tasks: TaskList;
}

interface AccessDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: () => string;
}

/** Builds what tells who may call: keys, sign-in, and the sweeping of what is counted against misuse. */
export function wireAccess(
  config: Config,
  secrets: Secrets,
  { database, clock, publicUrl }: AccessDependencies,
): Access {
  let auth: Auth | undefined;
  return {
    authenticateKey: createAuthenticateKey(database, clock),
    auth() {
      auth ??= createAuth({
        database,
        clock,
        baseUrl: publicUrl(),
        secret: authSecret(secrets),
        verifiesEmail: config.smtpUrl !== undefined,
      });
      return auth;
    },
    async reject(accountId) {
      const at = clock.now();
      await database.transaction((tx) =>
        recordRejection(tx, { accountId, jobId: null, attemptedAt: at }, at),
      );
    },
    judge: (accountId) => database.transaction((tx) => judgeAttempts(tx, accountId, clock.now())),
    tasks: {
      async sweep_access() {
        const at = clock.now();
        await sweepAttempts(database, at);
        await sweepRejections(database, at);
        await sweepClaims(database, at);
      },
    },
  };
}
