import {
  accessTokenSchema,
  codeRequiredSchema,
  doneSchema,
  passwordResetRequestSchema,
  passwordResetSchema,
  sessionSchema,
  signedInSchema,
  signInCodeSchema,
  signInRequestSchema,
  signUpRequestSchema,
} from '@kinora/contract';
import { z } from 'zod';
import type { Operation } from '../operation.ts';

const signIn = { atOrigin: true, tag: 'Sign-in', needsKey: false, parameters: [] } as const;

const EMAIL = 'you@example.com';
const PASSWORD = 'correct horse battery';
const USER = { id: '01a1f2b3-0000-7000-8000-5b0f4a1e9c1d', email: EMAIL, emailVerified: true };
const TOKEN = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMWExIn0.c2ln';
const DONE = { title: 'Done', value: { status: true } };

/** A command that keeps the session in a file, as a browser keeps its cookie. */
const curl = (path: string, body?: object): string =>
  [
    `curl -b session -c session $KINORA_URL/auth${path}`,
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ');

const UP = { name: '', email: EMAIL, password: PASSWORD };
const IN = { email: EMAIL, password: PASSWORD };

export const signUp: Operation = {
  ...signIn,
  id: 'signUp',
  method: 'post',
  path: '/api/auth/sign-up/email',
  summary: 'Sign up',
  description: [
    'Opens an account on the free tier. If the service sends email, the address has to be confirmed first, by the link that is sent to it; otherwise the response has the session cookie.',
    'A page of another origin sends this and the other sign-in requests with `credentials: "include"`; the operator has to allow its origin.',
  ],
  request: { schema: signUpRequestSchema, examples: [{ title: 'A new account', value: UP }] },
  responses: [
    {
      status: 200,
      description: 'The account is open, or a link was sent to the address.',
      schema: signedInSchema,
      examples: [{ title: 'Signed in', value: { token: 'dGhlLXNlc3Npb24', user: USER } }],
    },
  ],
  problems: [
    'invalid_request',
    'origin_refused',
    'email_taken',
    'rate_limited',
    'internal_error',
    'workers_unavailable',
  ],
  curl: curl('/sign-up/email', UP),
};

export const signInByEmail: Operation = {
  ...signIn,
  id: 'signIn',
  method: 'post',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in',
  description: [
    'Starts a session, which is kept in a cookie that scripts cannot read. For a person with an authenticator app the response says so instead, and the code of the app starts the session: `POST /api/auth/two-factor/verify-totp`.',
  ],
  request: { schema: signInRequestSchema, examples: [{ title: 'An account', value: IN }] },
  responses: [
    {
      status: 200,
      description: 'Signed in, or the code is needed.',
      schema: z.union([signedInSchema, codeRequiredSchema]),
      examples: [
        { title: 'Signed in', value: { token: 'dGhlLXNlc3Npb24', user: USER } },
        {
          title: 'The code is needed',
          value: { twoFactorRedirect: true, twoFactorMethods: ['totp'] },
        },
      ],
    },
  ],
  problems: [
    'invalid_request',
    'sign_in_failed',
    'email_unconfirmed',
    'account_banned',
    'origin_refused',
    'rate_limited',
    'internal_error',
    'workers_unavailable',
  ],
  curl: curl('/sign-in/email', IN),
};

export const signInByCode: Operation = {
  ...signIn,
  id: 'signInByCode',
  method: 'post',
  path: '/api/auth/two-factor/verify-totp',
  summary: 'Enter the code',
  description: [
    'Completes the sign-in of a person with an authenticator app, within ten minutes of the password, in the same browser. Each code works once; after five wrong ones, start with the password again. `POST /api/auth/two-factor/verify-backup-code` takes a backup code in the same way.',
  ],
  request: { schema: signInCodeSchema, examples: [{ title: 'A code', value: { code: '123456' } }] },
  responses: [
    {
      status: 200,
      description: 'Signed in.',
      schema: signedInSchema,
      examples: [{ title: 'Signed in', value: { token: 'dGhlLXNlc3Npb24', user: USER } }],
    },
  ],
  problems: [
    'invalid_request',
    'sign_in_failed',
    'sign_in_required',
    'account_banned',
    'origin_refused',
    'rate_limited',
    'internal_error',
    'workers_unavailable',
  ],
  curl: curl('/two-factor/verify-totp', { code: '123456' }),
};

export const readSession: Operation = {
  ...signIn,
  id: 'readSession',
  method: 'get',
  path: '/api/auth/get-session',
  summary: 'Read the session',
  description: ['Returns who is signed in, for example when a page is opened again.'],
  responses: [
    {
      status: 200,
      description: 'The session, or null.',
      schema: sessionSchema,
      examples: [
        { title: 'Signed in', value: { session: { expiresAt: '2026-01-08T00:00:00.000Z' }, user: USER } },
        { title: 'Signed out', value: null },
      ],
    },
  ],
  problems: ['invalid_request', 'internal_error', 'usage_unavailable'],
  curl: curl('/get-session'),
};

export const getAccessToken: Operation = {
  ...signIn,
  id: 'getAccessToken',
  method: 'get',
  path: '/api/auth/token',
  summary: 'Get an access token',
  description: [
    'Issues an access token for the job API to the session in the cookie. Get another one when a call returns 401. Anyone can verify it with the keys of `GET /api/auth/jwks`; only the service knows whether its session has ended.',
  ],
  responses: [
    {
      status: 200,
      description: 'The token.',
      schema: accessTokenSchema,
      examples: [{ title: 'A token', value: { token: TOKEN } }],
    },
  ],
  problems: ['invalid_request', 'sign_in_required', 'usage_unavailable'],
  curl: curl('/token'),
};

export const signOut: Operation = {
  ...signIn,
  id: 'signOut',
  method: 'post',
  path: '/api/auth/sign-out',
  summary: 'Sign out',
  description: ['Ends the session and its access tokens.'],
  responses: [{ status: 200, description: 'Signed out.', schema: doneSchema, examples: [DONE] }],
  problems: ['invalid_request', 'origin_refused', 'workers_unavailable'],
  curl: curl('/sign-out', {}),
};

export const requestPasswordReset: Operation = {
  ...signIn,
  id: 'requestPasswordReset',
  method: 'post',
  path: '/api/auth/request-password-reset',
  summary: 'Request a new password',
  description: [
    'Sends a link that sets a new password, once, within an hour. The response is the same whether or not there is an account.',
  ],
  request: {
    schema: passwordResetRequestSchema,
    examples: [{ title: 'An address', value: { email: EMAIL } }],
  },
  responses: [
    {
      status: 200,
      description: 'The link is sent if there is an account.',
      schema: doneSchema,
      examples: [DONE],
    },
  ],
  problems: ['invalid_request', 'origin_refused', 'rate_limited', 'internal_error', 'workers_unavailable'],
  curl: curl('/request-password-reset', { email: EMAIL }),
};

export const resetPassword: Operation = {
  ...signIn,
  id: 'resetPassword',
  method: 'post',
  path: '/api/auth/reset-password',
  summary: 'Set a new password',
  description: ['Ends every session of the account.'],
  request: {
    schema: passwordResetSchema,
    examples: [{ title: 'A new password', value: { token: 'Zk3…', newPassword: PASSWORD } }],
  },
  responses: [{ status: 200, description: 'The password is set.', schema: doneSchema, examples: [DONE] }],
  problems: [
    'invalid_request',
    'link_expired',
    'origin_refused',
    'rate_limited',
    'internal_error',
    'workers_unavailable',
  ],
  curl: curl('/reset-password', { token: 'TOKEN', newPassword: PASSWORD }),
};
