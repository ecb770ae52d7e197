import type { FastifyBaseLogger } from 'fastify';
import { type AuthenticateKey, createAuthenticateKey } from '../access/authenticate-key.ts';
import { describeStanding } from '../access/decide-suspension.ts';
import { createKeyUses } from '../access/key-uses.ts';
import { evaluateSuspension, recordRejection } from '../access/rejections.ts';
import { sweepAccess } from '../access/sweep-access.ts';
import { createVerifyAccessToken, type VerifyAccessToken } from '../accounts/access-token.ts';
import type { Auth, AuthOptions } from '../accounts/auth.ts';
import { createFindStanding, type FindStanding } from '../accounts/find-standing.ts';
import { createReadTokenStanding, type ReadTokenStanding } from '../accounts/token-standing.ts';
import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { TaskList } from '../tasks/task.ts';
import type { KeysOf } from './wire-keys.ts';

export interface Access {
  readonly authenticateKey: AuthenticateKey;
  /**
   * Loaded and created with the first person, and anew with other keys, because it needs the public address, which is known once the server listens,
   * and 30 MB, which a server of the key-based API can do without.
   */
  readonly auth: () => Promise<Auth>;
  /** Whether addresses are confirmed by a link, because the service sends email. */
  readonly confirmsEmail: boolean;
  readonly verifyAccessToken: VerifyAccessToken;
  readonly readTokenStanding: ReadTokenStanding;
  readonly findStanding: FindStanding;
  /** Counts a call that the prompt check rejected, which may suspend the account. */
  readonly recordRejection: (accountId: string) => Promise<string>;
  /** Suspends the account if too many of its recent calls were rejected. */
  readonly evaluateSuspension: (accountId: string) => Promise<unknown>;
  readonly tasks: TaskList;
}

interface AccessDependencies {
  readonly database: Database;
  readonly catalogue: OpenCatalogue;
  readonly clock: Clock;
  readonly publicUrl: () => string;
  readonly logger: FastifyBaseLogger;
  readonly onError: (error: unknown) => void;
}

/** Wires authentication: API keys, sign-in, access tokens, and the suspension of accounts. */
export function wireAccess(
  config: Config,
  keysOf: KeysOf,
  { database, clock, catalogue, publicUrl, logger, onError }: AccessDependencies,
  started: AsyncDisposableStack,
): Access {
  const confirmsEmail = config.smtpUrl !== undefined;
  let created: Promise<Auth> | undefined;
  let createdWith = '';
  async function create(keys: AuthOptions['keys']): Promise<Auth> {
    const { createAuth } = await import('../accounts/auth.ts');
    return createAuth({
      database,
      clock,
      log: logger,
      baseUrl: publicUrl(),
      keys,
      verifiesEmail: confirmsEmail,
      serviceName: catalogue.now().document.service.name,
      allowedOrigins: config.allowedOrigins,
    });
  }
  const auth = () => {
    const keys = { sessions: keysOf('sessions')(), encryption: keysOf('encryption')() };
    const wanted = JSON.stringify(keys);
    if (created === undefined || wanted !== createdWith) created = create(keys);
    createdWith = wanted;
    return created;
  };
  const keyUses = createKeyUses(database, onError);
  started.defer(() => keyUses.stop());
  return {
    authenticateKey: createAuthenticateKey(database, clock, catalogue, keyUses),
    auth,
    confirmsEmail,
    verifyAccessToken: createVerifyAccessToken(auth),
    readTokenStanding: createReadTokenStanding(database),
    findStanding: createFindStanding(database, clock, catalogue),
    async recordRejection(accountId) {
      const at = clock.now();
      const rejection = { accountId, jobId: null, attemptedAt: at };
      return describeStanding(await database.transaction((tx) => recordRejection(tx, rejection, at)));
    },
    evaluateSuspension: (accountId) =>
      database.transaction((tx) => evaluateSuspension(tx, accountId, clock.now())),
    tasks: { sweep_access: () => sweepAccess(database, clock.now()) },
  };
}
