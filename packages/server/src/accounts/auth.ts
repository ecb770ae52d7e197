import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { sendEmail } from '../notifications/email.ts';
import { openAccount } from './create-account.ts';
import { passwordResetEmail, verificationEmail } from './sign-in-emails.ts';

const ACCESS_TOKEN_SECONDS = 900;
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
/** The header that passes the client's address to the library; a value sent by the client is overwritten. */
export const ADDRESS_HEADER = 'x-kinora-address';

/** Issuer and audience of the access tokens. */
export const TOKEN_ISSUER = 'kinora';
const DAY_SECONDS = 86_400;
const RESET_SECONDS = 3600;

export interface AuthOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** The public address, without a trailing slash. */
  readonly baseUrl: string;
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
export function createAuth({
  database,
  clock,
  baseUrl,
  secret,
  verifiesEmail,
  allowedOrigins = [],
}: AuthOptions) {
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
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: verifiesEmail,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) =>
        sendEmail(database, passwordResetEmail(user.email, `${baseUrl}/signin/password?token=${token}`)),
    },
    emailVerification: {
      sendOnSignUp: verifiesEmail,
      sendOnSignIn: verifiesEmail,
      autoSignInAfterVerification: true,
      expiresIn: DAY_SECONDS,
      sendVerificationEmail: async ({ user, url }) => sendEmail(database, verificationEmail(user.email, url)),
    },
    databaseHooks: {
      user: {
        create: {
          after: async ({ id, email }) =>
            database.transaction((tx) => openAccount(tx, { id, email, operator: false }, clock.now())),
        },
      },
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
