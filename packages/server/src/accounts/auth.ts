import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { createAuthMiddleware, createEmailVerificationToken } from 'better-auth/api';
import { jwt, twoFactor } from 'better-auth/plugins';
import { rememberDevice } from '../access/known-devices.ts';
import { maySendLink } from '../access/sign-in-limits.ts';
import { newId } from '../kernel/ids.ts';
import type { Keys } from '../kernel/key-versions.ts';
import { sendEmail } from '../notifications/email.ts';
import { logSecurityEvent } from '../security-log/security-event.ts';
import { AUTH_TABLES, PASSKEY_TABLE, SIGNING_KEY_TABLE, TWO_FACTOR_TABLES } from './auth-tables.ts';
import { openAccount } from './create-account.ts';
import { PASSWORD_MAX, PASSWORD_MIN, TOKEN_ISSUER } from './credential-rules.ts';
import { honourEarlierKeys } from './earlier-signatures.ts';
import {
  confirmInBrowserOfSignUp,
  deviceOf,
  type GuardDependencies,
  type LibraryCall,
  networkIn,
  noteNext,
  notePassword,
  PASSWORD_PATH,
  recordFailedSignIn,
  recordSignIn,
  refuseBanned,
  refuseFormerPassword,
  refuseWeakPassword,
  useLink,
} from './guard-sign-in.ts';
import { passkeyOrigins, passkeySite } from './passkey-site.ts';
import { keepNewestLink, LINK_SECONDS, passwordLink, withdrawLink } from './password-links.ts';
import { proveAddress } from './prove-address.ts';
import { rememberOutages, throwOutages } from './report-outages.ts';
import {
  awaitsCode,
  distrustBrowser,
  limitCodes,
  noteSecondFactor,
  recordFailedCode,
  requireVerifiedUser,
} from './second-factor/guard-codes.ts';
import { notePasskeyUse } from './second-factor/second-factors.ts';
import { encryptWith } from './stored-secrets.ts';
import { ADDRESS_HEADER, NEXT_HEADER } from './trusted-headers.ts';

const ACCESS_TOKEN_SECONDS = 900;
const DAY_SECONDS = 86_400;

export interface AuthOptions extends GuardDependencies {
  readonly keys: {
    /** Sign cookies, and the links that confirm an address. */
    readonly sessions: Keys;
    /** Encrypt the secrets of authenticator apps, and the keys of access tokens. */
    readonly encryption: Keys;
  };
  /**
   * False without a mail server, because the link could not be sent; addresses are then accepted unverified.
   */
  readonly verifiesEmail: boolean;
  /** The name that a browser shows for its passkeys; by default the host. */
  readonly serviceName?: string;
  /** Origins other than that of `baseUrl` whose pages may sign in. */
  readonly allowedOrigins?: readonly string[];
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * Sign-in by email and password, sessions, and access tokens of 15 minutes that anyone can verify with the
 * published keys. The library's tables have this project's names; a user who signs up gets an account of the
 * same id.
 */
export function createAuth(settings: AuthOptions) {
  const options = { ...settings, database: rememberOutages(settings.database) };
  const { database, clock, baseUrl, keys, verifiesEmail, allowedOrigins = [] } = options;
  const serviceName = options.serviceName ?? new URL(baseUrl).host;
  const library = betterAuth({
    appName: serviceName,
    // The public address may have a path, which the library would take for all of its own.
    baseURL: `${baseUrl}/api/auth`,
    trustedOrigins: [...allowedOrigins],
    secret: keys.sessions.signing.key,
    database: database.pool,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // The service limits attempts itself, across all nodes; see http/auth.
    rateLimit: { enabled: false },
    advanced: {
      ...cookieOptions(baseUrl),
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    ...emailOptions(options),
    hooks: guards(options),
    databaseHooks: {
      user: {
        create: {
          after: async ({ id, email }, call) => {
            const at = clock.now();
            const ageConfirmed =
              (call?.body as { age_verified?: unknown } | undefined)?.age_verified === true;
            await database.transaction((tx) =>
              openAccount(tx, { id, email, operator: false, ageConfirmed }, at),
            );
            const device = deviceOf(call);
            // Without a confirmation there is a session, which remembers the browser.
            if (verifiesEmail && device !== undefined)
              await rememberDevice(database, { accountId: id, device }, at);
          },
        },
      },
      session: {
        create: {
          before: async (session, call) => {
            await refuseBanned(options, session.userId);
            return noteSecondFactor(options)(session, call);
          },
          after: async ({ userId }, call) => {
            // After a password it is not known yet whether the session stays: see the hooks after each call.
            if (call?.path !== PASSWORD_PATH) await recordSignIn(options, userId, call);
          },
        },
      },
    },
    plugins: [accessTokens(), codes(), passkeys(options, serviceName), encryptWith(keys.encryption)],
    ...AUTH_TABLES,
  });
  return throwOutages(honourEarlierKeys(library, keys.sessions));
}

/**
 * By https the names begin with `__Host-`: browsers accept such a cookie only from this very host, with `Secure` and
 * for all paths, so that no subdomain and nobody on the network can plant one.
 */
function cookieOptions(baseUrl: string) {
  const secure = baseUrl.startsWith('https:');
  return {
    cookiePrefix: secure ? '__Host-kinora' : 'kinora',
    // The prefix of the library would be the weaker `__Secure-`.
    useSecureCookies: false,
    defaultCookieAttributes: { secure },
  };
}

/** What is done before and after each call of the library. */
function guards(options: AuthOptions) {
  const confirmInBrowser = confirmInBrowserOfSignUp(options);
  const limit = limitCodes(options);
  const recordWrongPassword = recordFailedSignIn(options);
  const recordWrongCode = recordFailedCode(options);
  return {
    before: createAuthMiddleware(async (ctx) => {
      await refuseWeakPassword(options, ctx);
      noteNext(ctx);
      await confirmInBrowser(ctx);
      await useLink(options, ctx);
      await notePassword(options, ctx);
      await limit(ctx);
    }),
    after: createAuthMiddleware(async (ctx) => {
      await refuseFormerPassword(options, ctx);
      await distrustBrowser(ctx);
      await recordPasswordSignIn(options, ctx);
      await recordWrongPassword(ctx);
      await recordWrongCode(ctx);
    }),
  };
}

/** Records a session that a password has opened, unless it is ended again because a code is still missing. */
async function recordPasswordSignIn(options: AuthOptions, ctx: LibraryCall): Promise<void> {
  const { newSession } = ctx.context;
  if (ctx.path !== PASSWORD_PATH || newSession === null || awaitsCode(ctx)) return;
  await recordSignIn(options, newSession.user.id, ctx);
}

/** Access tokens. */
function accessTokens() {
  return jwt({
    jwt: {
      issuer: TOKEN_ISSUER,
      audience: TOKEN_ISSUER,
      expirationTime: `${ACCESS_TOKEN_SECONDS}s`,
      definePayload: ({ user, session }) => ({ email: user.email, sid: session.id }),
    },
    schema: SIGNING_KEY_TABLE,
  });
}

/**
 * The codes of authenticator apps. Not the library's lock of an account: our limits spare the browsers it knows. No browser
 * is trusted to do without them.
 */
function codes() {
  return twoFactor({ accountLockout: { enabled: false }, trustDeviceMaxAge: 0, schema: TWO_FACTOR_TABLES });
}

function passkeys({ baseUrl, database, clock }: AuthOptions, serviceName: string) {
  return passkey({
    rpID: passkeySite(baseUrl),
    rpName: serviceName,
    origin: passkeyOrigins(baseUrl),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
    registration: { afterVerification: ({ verification }) => requireVerifiedUser(verification) },
    authentication: {
      afterVerification: async ({ verification }) => {
        requireVerifiedUser(verification);
        await notePasskeyUse(database, verification.authenticationInfo.credentialID, clock.now());
      },
    },
    schema: PASSKEY_TABLE,
  });
}

/** Passwords, and the links that are sent to confirm an address or to set a password. */
function emailOptions(options: AuthOptions) {
  const { database, clock, baseUrl, keys, verifiesEmail, log } = options;

  async function sendConfirmation(to: string, url: string, request: Request | undefined): Promise<void> {
    const mailbox = { email: to, device: deviceOf(request) };
    if (!(await maySendLink(database, 'confirmation', mailbox, clock.now()))) return;
    await sendEmail(database, { to, name: 'confirm_address', data: { url } });
  }

  type User = { readonly id: string; readonly email: string; readonly emailVerified: boolean };
  return {
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: verifiesEmail,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      resetPasswordTokenExpiresIn: LINK_SECONDS,
      // Also of those that were opened since the proof below has ended the others.
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async (
        { user, token, url }: { user: User; token: string; url: string },
        request?: Request,
      ) => {
        const to = { email: user.email, device: deviceOf(request) };
        if (!(await maySendLink(database, 'password_reset', to, clock.now()))) {
          await withdrawLink(database, token);
          return;
        }
        // What the caller asked to be led to stands in the library's own link.
        const next = new URL(url).searchParams.get('callbackURL') ?? '';
        const data = { url: passwordLink(baseUrl, token, next) };
        await database.transaction(async (tx) => {
          await keepNewestLink(tx, user.id, token);
          await sendEmail(tx, { to: user.email, name: 'set_password', data });
        });
      },
      onPasswordReset: async ({ user }: { user: User }, request?: Request) => {
        const proof = { accountId: user.id, email: user.email, wasConfirmed: user.emailVerified };
        const from = { device: deviceOf(request), network: networkIn(request) };
        const event = await proveAddress(database, { ...proof, ...from }, clock.now());
        if (log !== undefined) logSecurityEvent(log, event);
      },
      // The first to sign up with this address may not own it, and the first email may be lost.
      onExistingUserSignUp: async ({ user }: { user: User }, request?: Request) => {
        if (user.emailVerified) return;
        const token = await createEmailVerificationToken(
          keys.sessions.signing.key,
          user.email,
          undefined,
          DAY_SECONDS,
        );
        const next = request?.headers.get(NEXT_HEADER) ?? encodeURIComponent('/');
        const link = `${baseUrl}/api/auth/verify-email?token=${token}&callbackURL=${next}`;
        await sendConfirmation(user.email, link, request);
      },
    },
    emailVerification: {
      sendOnSignUp: verifiesEmail,
      sendOnSignIn: verifiesEmail,
      autoSignInAfterVerification: true,
      expiresIn: DAY_SECONDS,
      sendVerificationEmail: ({ user, url }: { user: User; url: string }, request?: Request) =>
        sendConfirmation(user.email, url, request),
    },
  };
}

/** An access token like that of a session, for an account created on the command line. */
export async function issueAccessToken(auth: Auth, user: { id: string; email: string }): Promise<string> {
  const payload = { sub: user.id, email: user.email, iat: Math.floor(Date.now() / 1000) };
  const { token } = await auth.api.signJWT({ body: { payload } });
  return token;
}
