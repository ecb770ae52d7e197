import { APIError, type createAuthMiddleware, isAPIError } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { verifyJWT } from 'better-auth/crypto';
import { type AttemptLimit, countAllowed } from '../access/attempt-window.ts';
import { describeBrowser } from '../access/describe-browser.ts';
import { hasDevices, isDeviceOf, rememberDevice } from '../access/known-devices.ts';
import { networkOf } from '../access/network.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { sendEmail } from '../notifications/email.ts';
import { readAddress } from '../notifications/read-address.ts';
import { insertSecurityEvent, logSecurityEvent, type SecurityEvent } from '../security-log/security-event.ts';
import { isAccountBanned } from './ban-account.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isGuessablePassword } from './context-words.ts';
import { emailOfLink, openPasswordPage, useOneLink } from './password-links.ts';
import { ADDRESS_HEADER, DEVICE_HEADER, NEXT_HEADER } from './trusted-headers.ts';

export interface GuardDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The public address, without a trailing slash. */
  readonly baseUrl: string;
  /** Gets a line for each event of the security log; none by default. */
  readonly log?: { info(fields: object, message: string): void } | undefined;
}

/** A call of the sign-in library, as the hooks before and after it get it. */
export type LibraryCall = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** The part of a call of the sign-in library that its database hooks get; null outside of a call. */
type Call =
  | ({ readonly headers?: Headers | undefined } & { readonly path?: string; readonly body?: unknown })
  | null;

/**
 * A hook before each call: the link in a confirmation email confirms and signs in only in the browser that signed up.
 * In another one it leads to the page that sets a password, because a stranger may have signed up: then only the
 * owner's new password is valid, and an account of somebody else does not open unasked. It changes nothing by itself,
 * since programs that scan emails open links too.
 */
export function confirmInBrowserOfSignUp({ database, baseUrl }: GuardDependencies) {
  return async (ctx: LibraryCall): Promise<void> => {
    if (ctx.path !== '/verify-email') return;
    const { secret, internalAdapter } = ctx.context;
    const { token = '', callbackURL } = ctx.query as { token?: string; callbackURL?: string };
    const next = callbackURL ?? '/';
    const email = (await verifyJWT<{ email?: unknown }>(token, secret))?.email;
    // The library would open the page itself, which does not say that the link has expired.
    if (email === undefined && callbackURL?.startsWith('/') === true)
      throw ctx.redirect(`${baseUrl}/signin?link=expired&next=${encodeURIComponent(next)}`);
    const found = typeof email === 'string' ? await internalAdapter.findUserByEmail(email) : null;
    // The library rejects an invalid link, and does nothing for a confirmed address.
    if (found === null || found.user.emailVerified) return;
    const { id, twoFactorEnabled } = found.user as typeof found.user & { twoFactorEnabled?: boolean };
    const device = deviceOf(ctx);
    // A link alone opens no account that asks for a code too.
    const mayOpen = twoFactorEnabled !== true && device !== undefined;
    if (mayOpen && (await isDeviceOf(database, { accountId: id, device }))) return;
    throw ctx.redirect(await openPasswordPage(database, baseUrl, id, next));
  };
}

/**
 * A hook after each call: records wrong passwords. What was typed as the address may be a password, so only a known
 * address is recorded, as its account.
 */
export function recordFailedSignIn(dependencies: GuardDependencies) {
  return async (ctx: LibraryCall): Promise<void> => {
    const { returned, internalAdapter } = ctx.context;
    if (ctx.path !== PASSWORD_PATH || !isAPIError(returned) || returned.statusCode !== 401) return;
    const { email } = ctx.body as { email: string };
    const found = await internalAdapter.findUserByEmail(email);
    const accountId = found?.user.id ?? null;
    await record(dependencies, { kind: 'sign_in_failed', accountId, network: networkIn(ctx) });
  };
}

/**
 * A hook before each call: notes where a person who signs up wants to go, for the link that is sent to an address which
 * signed up before. The library hands on the request without its body.
 */
export function noteNext({ path, body, request }: LibraryCall): void {
  if (path !== '/sign-up/email') return;
  const { callbackURL } = body as { callbackURL?: string };
  request?.headers.set(NEXT_HEADER, encodeURIComponent(callbackURL ?? '/'));
}

export const PASSWORD_PATH = '/sign-in/email';

/** The stored password that a sign-in is checked against, from its hook before the call to that after it. */
const checkedPasswords = new WeakMap<Request, string | undefined>();

/** A hook before each call: notes which password a sign-in will be checked against. */
export async function notePassword({ database }: GuardDependencies, ctx: LibraryCall): Promise<void> {
  if (ctx.path !== PASSWORD_PATH || ctx.request === undefined) return;
  const { email } = ctx.body as { email: string };
  const [row] = await database.query<{ password: string }>(
    `select password from auth_credentials join auth_users on auth_users.id = user_id
     where auth_users.email = lower($1) and provider_id = 'credential'`,
    [email],
  );
  checkedPasswords.set(ctx.request, row?.password);
}

/**
 * A hook after each call: ends a session whose password was replaced while it was being checked. What replaces a password
 * ends the sessions that it finds, and this one was written after that. The row is locked for as long as it is read, so that
 * a change that has not been committed is waited for.
 */
export async function refuseFormerPassword({ database }: GuardDependencies, ctx: LibraryCall): Promise<void> {
  const { newSession, internalAdapter } = ctx.context;
  if (ctx.path !== PASSWORD_PATH || ctx.request === undefined || newSession === null) return;
  const [row] = await database.query<{ password: string }>(
    `select password from auth_credentials where user_id = $1 and provider_id = 'credential' for share`,
    [newSession.user.id],
  );
  if (row?.password === checkedPasswords.get(ctx.request)) return;
  await internalAdapter.deleteSession(newSession.session.token);
  ctx.context.setNewSession(null);
  deleteSessionCookie(ctx);
  throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD' });
}

/** The code of the refusal below, as sign-in-problem.ts knows it. */
export const ACCOUNT_BANNED = 'ACCOUNT_BANNED';

/** Refuses a session to a banned account, after its password was right. */
export async function refuseBanned({ database }: GuardDependencies, accountId: string): Promise<void> {
  if (!(await isAccountBanned(database, accountId))) return;
  throw new APIError('FORBIDDEN', { code: ACCOUNT_BANNED, message: 'the account is banned' });
}

/** A hook before each call: of the links that set a password, one does if several are used at once. */
export async function useLink({ database }: GuardDependencies, { path, body }: LibraryCall): Promise<void> {
  if (path !== '/reset-password') return;
  const { token = '' } = (body ?? {}) as { token?: string };
  if (!(await useOneLink(database, token))) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN' });
}

/** A hook before each call: refuses a password that is guessed first where one is set. */
export async function refuseWeakPassword(
  { database, baseUrl: url }: GuardDependencies,
  { path, body }: LibraryCall,
): Promise<void> {
  const fields = (body ?? {}) as Readonly<Record<string, string | undefined>>;
  const isSignUp = path === '/sign-up/email';
  const chosen = isSignUp ? fields.password : path === '/reset-password' ? fields.newPassword : undefined;
  if (typeof chosen !== 'string') return;
  if (await isCommonPassword(chosen)) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON' });
  const email = isSignUp ? fields.email : await emailOfLink(database, fields.token ?? '');
  if (isGuessablePassword(chosen, { email: email ?? '', name: fields.name ?? '', url }))
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_GUESSABLE' });
}

/**
 * Remembers the browser of a new session, records the sign-in, and reports it if the account did not know the
 * browser.
 */
export async function recordSignIn(
  { database, clock, log }: GuardDependencies,
  accountId: string,
  call: Call,
): Promise<void> {
  const device = deviceOf(call);
  const network = networkIn(call);
  const at = clock.now();
  const event = await database.transaction(async (tx): Promise<SecurityEvent> => {
    // The first browser of an account is its owner's.
    const isFirst = !(await hasDevices(tx, accountId));
    const isNew = device === undefined || (await rememberDevice(tx, { accountId, device }, at));
    const event: SecurityEvent = { kind: 'sign_in', accountId, network, details: { new_browser: isNew } };
    await insertSecurityEvent(tx, event, at);
    if (isNew && !isFirst && (await countAllowed(tx, NOTICES, accountId, at))) {
      const browser = describeBrowser(call?.headers?.get('user-agent') ?? '');
      const data = { at: at.toISOString(), browser, network };
      await sendEmail(tx, { to: await readAddress(tx, accountId), name: 'new_sign_in', data });
    }
    return event;
  });
  if (log !== undefined) logSecurityEvent(log, event);
}

/** A program that keeps no cookies is a new browser at each sign-in; the mailbox of its owner must not overflow. */
const NOTICES: AttemptLimit = { kind: 'sign_in_notice', limit: 10, windowMs: 86_400_000 };

/** The secret of the calling browser's device cookie. */
export function deviceOf(call: Call | Request | undefined): string | undefined {
  return call?.headers?.get(DEVICE_HEADER) ?? undefined;
}

/** The network that a call comes from. */
export function networkIn(call: Call | Request | undefined): string {
  return networkOf(call?.headers?.get(ADDRESS_HEADER) ?? '');
}

/** Writes an event to the security log. */
export async function record(
  { database, clock, log }: GuardDependencies,
  event: SecurityEvent,
): Promise<void> {
  await insertSecurityEvent(database, event, clock.now());
  if (log !== undefined) logSecurityEvent(log, event);
}
