import { z } from 'zod';

/**
 * The sign-in routes below /api/auth, as far as a front end needs them. The sign-in library reads and writes the
 * bodies; a response has more fields than are described here, and those may change with the library.
 */

const email = z.email().meta({ description: 'In any letter case.' });
const password = z.string().min(10).max(128).meta({ description: 'At least 10 characters.' });
const callbackURL = z.string().optional().meta({
  description:
    'Where the link in the email leads after the confirmation: a path, or an address of an allowed origin.',
});

export const signUpRequestSchema = z
  .object({
    name: z.string().meta({ description: 'May be empty.' }),
    email,
    password,
    callbackURL,
    age_verified: z.boolean().optional().meta({
      description: 'True if the person says that they are 18 or older; recorded with the time.',
    }),
  })
  .meta({ id: 'SignUpRequest', description: 'A new account.' });

export const signInRequestSchema = z
  .object({ email, password, callbackURL })
  .meta({ id: 'SignInRequest', description: 'The address and password of an account.' });

export const passwordResetRequestSchema = z
  .object({ email })
  .meta({ id: 'PasswordResetRequest', description: 'The address of the account.' });

export const passwordResetSchema = z
  .object({ token: z.string().meta({ description: 'Of the link in the email.' }), newPassword: password })
  .meta({ id: 'PasswordReset', description: 'A new password.' });

const userSchema = z
  .looseObject({ id: z.uuid(), email: z.email(), emailVerified: z.boolean() })
  .meta({ id: 'User', description: 'The person; the id is that of the account too.' });

export const signedInSchema = z
  .looseObject({
    token: z.string().nullable().meta({
      description:
        'Null if the address has to be confirmed first. Not an access token: GET /api/auth/token has that.',
    }),
    user: userSchema,
  })
  .meta({ id: 'SignedIn', description: 'The session is in the cookie of the response.' });

export const codeRequiredSchema = z
  .looseObject({
    twoFactorRedirect: z.literal(true),
    twoFactorMethods: z.array(z.string()).meta({ description: '`totp`: an authenticator app.' }),
  })
  .meta({ id: 'CodeRequired', description: 'There is no session yet: send the code within ten minutes.' });

export const signInCodeSchema = z
  .object({ code: z.string().meta({ description: 'Six digits; each works once.' }) })
  .meta({ id: 'SignInCode', description: 'The code of the authenticator app.' });

export const sessionSchema = z
  .looseObject({ session: z.looseObject({ expiresAt: z.iso.datetime() }), user: userSchema })
  .nullable()
  .meta({ description: 'Null without a session.' });

export const accessTokenSchema = z
  .looseObject({ token: z.string().meta({ description: 'A JWT, valid for 15 minutes.' }) })
  .meta({ id: 'AccessToken', description: 'The token for the job API.' });

export const doneSchema = z.looseObject({}).meta({ id: 'Done', description: 'It is done.' });
