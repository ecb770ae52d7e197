/** The names of the sign-in library's tables and columns, which come from this project's migrations. */

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

export const AUTH_TABLES = {
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
    additionalFields: {
      secondFactorAt: { type: 'date', required: false, input: false, fieldName: 'second_factor_at' },
      confirmedAt: { type: 'date', required: false, input: false, fieldName: 'confirmed_at' },
    },
    // Without use; however often it is used, the database ends it after 30 days.
    expiresIn: 7 * 86_400,
    // The console asks for a recent proof itself: see http/console/session.ts.
    freshAge: 0,
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

export const SIGNING_KEY_TABLE = {
  jwks: {
    modelName: 'auth_signing_keys',
    fields: {
      publicKey: 'public_key',
      privateKey: 'private_key',
      createdAt: 'created_at',
      expiresAt: 'expires_at',
    },
  },
} as const;

export const TWO_FACTOR_TABLES = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: { modelName: 'auth_two_factors', fields: { userId: 'user_id', backupCodes: 'backup_codes' } },
} as const;

export const PASSKEY_TABLE = {
  passkey: {
    modelName: 'auth_passkeys',
    fields: {
      publicKey: 'public_key',
      userId: 'user_id',
      credentialID: 'credential_id',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      createdAt: 'created_at',
    },
  },
} as const;
