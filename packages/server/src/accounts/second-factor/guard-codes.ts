import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { countSignIn } from '../../access/sign-in-limits.ts';
import {
  deviceOf,
  type GuardDependencies,
  type LibraryCall,
  networkIn,
  PASSWORD_PATH,
  record,
} from '../guard-sign-in.ts';
import { useBackupCode, useCode, wasUsed } from './used-codes.ts';

const TOTP_PATH = '/two-factor/verify-totp';
const BACKUP_PATH = '/two-factor/verify-backup-code';
const CODE_PATHS: ReadonlySet<string> = new Set([TOTP_PATH, BACKUP_PATH]);
const PASSKEY_PATH = '/passkey/verify-authentication';
/** What the library calls its cookie of a sign-in whose code is missing. */
const CHALLENGE_COOKIE = 'two_factor';
/** What it calls that of a browser which it asked for no code. */
const TRUST_COOKIE = 'trust_device';

/** A call of the sign-in library, as its database hooks get it; null outside of a call. */
export type SessionCall = { readonly path?: string; readonly body?: unknown } | null;

/**
 * A hook before each call: limits codes by the account that they are for. A browser with a session has no code to
 * prove: the console's own routes set up the app. The library would end the sign-in with a used code, so that is refused
 * here.
 */
export function limitCodes(dependencies: GuardDependencies) {
  const { database, clock } = dependencies;
  return async (ctx: LibraryCall): Promise<void> => {
    if (!CODE_PATHS.has(ctx.path)) return;
    if ((await getSessionFromCtx(ctx)) !== null) throw challengeEnded();
    const person = await challenged(ctx);
    if (person === undefined) throw challengeEnded();
    const from = { network: networkIn(ctx), email: person.email, device: deviceOf(ctx) };
    const wait = await countSignIn(database, 'code', from, clock.now());
    if (wait !== undefined) {
      throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_CODES', retryAfter: wait });
    }
    if (ctx.path !== TOTP_PATH) return;
    const { code } = (ctx.body ?? {}) as { code?: unknown };
    if (typeof code !== 'string' || !(await wasUsed(database, person.id, code, clock.now()))) return;
    await record(dependencies, {
      kind: 'second_factor_failed',
      accountId: person.id,
      network: networkIn(ctx),
    });
    throw wrongCode();
  };
}

/** A hook after each call: records wrong codes. Who entered one knows the password. */
export function recordFailedCode(dependencies: GuardDependencies) {
  return async (ctx: LibraryCall): Promise<void> => {
    const { returned } = ctx.context;
    if (!CODE_PATHS.has(ctx.path) || !isAPIError(returned)) return;
    const { code } = (returned.body ?? {}) as { code?: string };
    if (code !== 'INVALID_CODE' && code !== 'INVALID_BACKUP_CODE') return;
    const accountId = (await challenged(ctx))?.id ?? null;
    await record(dependencies, { kind: 'second_factor_failed', accountId, network: networkIn(ctx) });
  };
}

/**
 * A hook before a session is written: when it is opened with a second factor, by the system's clock, like its other
 * times. A code opens one session only.
 */
export function noteSecondFactor({ database, clock }: GuardDependencies) {
  return async ({ userId }: { readonly userId: string }, call: SessionCall) => {
    if (call?.path === TOTP_PATH || call?.path === BACKUP_PATH) {
      const { code } = call.body as { code: string };
      const use = call.path === TOTP_PATH ? useCode : useBackupCode;
      if (!(await use(database, userId, code, clock.now()))) throw wrongCode();
    }
    return { data: { secondFactorAt: hasSecondFactor(call) ? new Date() : null } };
  };
}

/** Whether this call opens its session with a second factor. */
export function hasSecondFactor(call: SessionCall): boolean {
  return call?.path !== undefined && (CODE_PATHS.has(call.path) || call.path === PASSKEY_PATH);
}

/**
 * A hook after each call, before that of the library: no browser is spared the code. The library would accept a cookie of
 * an earlier version, in which it had trusted browsers for 30 days; without its record it removes the cookie.
 */
export async function distrustBrowser(ctx: LibraryCall): Promise<void> {
  if (ctx.path !== PASSWORD_PATH) return;
  const { createAuthCookie, internalAdapter, secret } = ctx.context;
  const cookie = await ctx.getSignedCookie(createAuthCookie(TRUST_COOKIE).name, secret);
  const record = typeof cookie === 'string' ? cookie.split('!')[1] : undefined;
  if (record !== undefined) await internalAdapter.deleteVerificationByIdentifier(record);
}

/**
 * Whether the session that this call has opened is ended again at once, because a code is still missing. Decided by what
 * the library has read, as it does: the app may have been set up meanwhile.
 */
export function awaitsCode({ path, context: { newSession } }: LibraryCall): boolean {
  const user = newSession?.user as { readonly twoFactorEnabled?: boolean } | undefined;
  return path === PASSWORD_PATH && user?.twoFactorEnabled === true;
}

/** A check of the passkey library: the device must have checked who holds it, so that a passkey is two factors. */
export function requireVerifiedUser(verification: {
  readonly authenticationInfo?: { readonly userVerified: boolean };
  readonly registrationInfo?: { readonly userVerified: boolean } | undefined;
}): void {
  const { userVerified } = verification.authenticationInfo ?? verification.registrationInfo ?? {};
  if (userVerified !== true) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' });
}

async function challenged(
  ctx: LibraryCall,
): Promise<{ readonly id: string; readonly email: string } | undefined> {
  const { internalAdapter, secret } = ctx.context;
  const challenge = await ctx.getSignedCookie(ctx.context.createAuthCookie(CHALLENGE_COOKIE).name, secret);
  if (typeof challenge !== 'string') return undefined;
  const found = await internalAdapter.findVerificationValue(challenge);
  return found === null ? undefined : ((await internalAdapter.findUserById(found.value)) ?? undefined);
}

const challengeEnded = (): APIError => new APIError('UNAUTHORIZED', { code: 'INVALID_TWO_FACTOR_COOKIE' });
const wrongCode = (): APIError => new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' });
