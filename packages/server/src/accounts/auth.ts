import { betterAuth } from 'better-auth';
import { createEmailVerificationToken } from 'better-auth/api';
import { jwt } from 'better-auth/plugins';
import { rememberDevice } from '../access/known-devices.ts';
import { type LinkPurpose, maySendLink } from '../access/sign-in-limits.ts';
import { newId } from '../kernel/ids.ts';
import { sendEmail } from '../notifications/email.ts';
import type { Email } from '../notifications/emails/emails.ts';
import { logSecurityEvent } from '../security-log/security-event.ts';
import { openAccount } from './create-account.ts';
import {
  confirmInBrowserOfSignUp,
  deviceOf,
  type GuardDependencies,
  networkIn,
  recordFailedSignIn,
  recordSignIn,
} from './guard-sign-in.ts';
import { proveAddress } from './prove-address.ts';
import { ADDRESS_HEADER } from './trusted-headers.ts';

const ACCESS_TOKEN_SECONDS = 900;
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
/** Issuer and audience of the access tokens. */
export const TOKEN_ISSUER = 'kinora';
const DAY_SECONDS = 86_400;
const RESET_SECONDS = 3600;

export interface AuthOptions extends GuardDependencies {
  readonly secret: string;
  /**
   * False without a mail server, because the link could not be sent; addresses are then accepted unverified.
   */
  readonly verifiesEmail: boolean;
  /** Origins other than that of `baseUrl` whose pages may sign in. */
  readonly allowedOrigins?: readonly string[];
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * Sign-in by email and password, sessions, and access tokens of 15 minutes that anyone can verify with the
 * published keys. The library's tables have this project's names; a user who signs up gets an account of the
 * same id.
 */
export function createAuth(options: AuthOptions) {
  const { database, clock, baseUrl, secret, verifiesEmail, allowedOrigins = [] } = options;
  return betterAuth({
    appName: 'Kinora',
    // The public address may have a path, which the library would take for all of its own.
    baseURL: `${baseUrl}/api/auth`,
    trustedOrigins: [...allowedOrigins],
    secret,
    database: database.pool,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // The service limits attempts itself, across all nodes; see http/auth.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'kinora',
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    ...emailOptions(options),
    hooks: {
      before: confirmInBrowserOfSignUp(options, RESET_SECONDS),
      after: recordFailedSignIn(options),
    },
    databaseHooks: {
      user: {
        create: {
          after: async ({ id, email }, call) => {
            const at = clock.now();
            await database.transaction((tx) => openAccount(tx, { id, email, operator: false }, at));
            const device = deviceOf(call);
            // Without a confirmation there is a session, which remembers the browser.
            if (verifiesEmail && device !== undefined)
              await rememberDevice(database, { accountId: id, device }, at);
          },
        },
      },
      session: { create: { after: async ({ userId }, call) => recordSignIn(options, userId, call) } },
    },
    plugins: [
      jwt({
        jwt: {
          issuer: TOKEN_ISSUER,
          audience: TOKEN_ISSUER,
          expirationTime: `${ACCESS_TOKEN_SECONDS}s`,
          definePayload: ({ user }) => ({ email: user.email }),
        },
        schema: {
          jwks: {
            modelName: 'auth_signing_keys',
            fields: {
              publicKey: 'public_key',
              privateKey: 'private_key',
              createdAt: 'created_at',
              expiresAt: 'expires_at',
            },
          },
        },
      }),
    ],
    ...TABLES,
  });
}

/** Passwords, and the links that are sent to confirm an address or to set a password. */
function emailOptions(options: AuthOptions) {
  const { database, clock, baseUrl, secret, verifiesEmail, log } = options;

  async function sendLink(purpose: LinkPurpose, email: Email, request: Request | undefined): Promise<void> {
    const to = { email: email.to, device: deviceOf(request) };
    if (await maySendLink(database, purpose, to, clock.now())) await sendEmail(database, email);
  }

  type User = { readonly id: string; readonly email: string; readonly emailVerified: boolean };
  return {
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: verifiesEmail,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }: { user: User; token: string }, request?: Request) => {
        const link = `${baseUrl}/signin/password?token=${token}`;
        return sendLink(
          'password_reset',
          { to: user.email, name: 'set_password', data: { url: link } },
          request,
        );
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
        const token = await createEmailVerificationToken(secret, user.email, undefined, DAY_SECONDS);
        const link = `${baseUrl}/api/auth/verify-email?token=${token}&callbackURL=%2Factivate`;
        await sendLink(
          'confirmation',
          { to: user.email, name: 'confirm_address', data: { url: link } },
          request,
        );
      },
    },
    emailVerification: {
      sendOnSignUp: verifiesEmail,
      sendOnSignIn: verifiesEmail,
      autoSignInAfterVerification: true,
      expiresIn: DAY_SECONDS,
      sendVerificationEmail: ({ user, url }: { user: User; url: string }, request?: Request) =>
        sendLink('confirmation', { to: user.email, name: 'confirm_address', data: { url } }, request),
    },
  };
}

/** An access token like that of a session, for an account created on the command line. */
export async function issueAccessToken(auth: Auth, user: { id: string; email: string }): Promise<string> {
  const payload = { sub: user.id, email: user.email, iat: Math.floor(Date.now() / 1000) };
  const { token } = await auth.api.signJWT({ body: { payload } });
  return token;
}

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

const TABLES = {
  user: { modelName: 'auth_users', fields: { ...TIMES, emailVerified: 'email_verified' } },
  session: {
    modelName: 'auth_sessions',
    fields: {
      ...TIMES,
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      userId: 'user_id',
    },
  },
  account: {
    modelName: 'auth_credentials',
    fields: {
      ...TIMES,
      accountId: 'account_id',
      providerId: 'provider_id',
      userId: 'user_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
  },
  verification: {
    modelName: 'auth_verifications',
    fields: { ...TIMES, expiresAt: 'expires_at' },
    // A dump of the database must not contain a link that sets a password.
    storeIdentifier: 'hashed',
  },
} as const;
