import { z } from 'zod';
import { emailMax, passwordMax, passwordMin } from './limits.ts';

/**
 * The sign-in routes below /api/auth. Requests are strict: only what is described here reaches the sign-in library. The
 * library writes the responses; they have more fields than are described here, and those may change with the library.
 */

const linkTokenMax = 2000;

const email = z.email('must be an email address').max(emailMax).meta({ description: 'In any letter case.' });
const newPassword = z
  .string()
  .min(passwordMin)
  .max(passwordMax)
  .meta({
    description: `At least ${passwordMin} characters, and none of the 100,000 most common passwords.`,
  });
const callbackURL = z.string().min(1).max(2000).optional().meta({
  description:
    'Where the link in the email leads after the confirmation: a path, or an address of an allowed origin.',
});

export const signUpRequestSchema = z
  .strictObject({
    name: z.string().max(200).meta({ description: 'May be empty.' }),
    email,
    password: newPassword,
    callbackURL,
    age_verified: z.boolean().optional().meta({
      description: 'True if the person says that they are 18 or older; recorded with the time.',
    }),
  })
  .meta({ id: 'SignUpRequest', description: 'A new account.' });

export const signInRequestSchema = z
  .strictObject({ email, password: z.string().min(1).max(passwordMax), callbackURL })
  .meta({ id: 'SignInRequest', description: 'The address and password of an account.' });

export const confirmationRequestSchema = z
  .strictObject({ email, callbackURL })
  .meta({ id: 'ConfirmationRequest', description: 'The address to confirm.' });

export const confirmationQuerySchema = z.strictObject({
  token: z.string().min(1).max(linkTokenMax).meta({ description: 'Of the link in the email.' }),
  callbackURL,
});

export const passwordResetRequestSchema = z
  .strictObject({ email })
  .meta({ id: 'PasswordResetRequest', description: 'The address of the account.' });

export const passwordResetSchema = z
  .strictObject({
    token: z.string().min(1).max(linkTokenMax).meta({ description: 'Of the link in the email.' }),
    newPassword,
  })
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
  .strictObject({ code: z.string().min(1).max(32).meta({ description: 'Six digits; each works once.' }) })
  .meta({ id: 'SignInCode', description: 'The code of the authenticator app.' });

export const backupCodeSchema = z
  .strictObject({
    code: z.string().min(1).max(32).meta({ description: 'As it was shown; each works once.' }),
  })
  .meta({ id: 'BackupCode', description: 'One of the backup codes.' });

export const sessionSchema = z
  .looseObject({ session: z.looseObject({ expiresAt: z.iso.datetime() }), user: userSchema })
  .nullable()
  .meta({ description: 'Null without a session.' });

export const accessTokenSchema = z
  .looseObject({ token: z.string().meta({ description: 'A JWT, valid for 15 minutes.' }) })
  .meta({ id: 'AccessToken', description: 'The token for the job API.' });

export const doneSchema = z.looseObject({}).meta({ id: 'Done', description: 'It is done.' });
