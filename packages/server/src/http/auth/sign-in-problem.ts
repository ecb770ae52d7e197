import { invalidField, invalidRequest, type Problem, problem, type RequestIssue } from '@kinora/contract';
import { accountBanned } from '../../access/refused-account.ts';
import { TOO_COMMON } from '../../accounts/common-passwords.ts';
import { TOO_GUESSABLE } from '../../accounts/context-words.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../accounts/credential-rules.ts';
import { waitInWords } from '../../kernel/time-in-words.ts';

/** What the body of a refusal of the sign-in library contains. */
interface LibraryError {
  readonly code?: unknown;
  readonly message?: unknown;
  /** Seconds, of a refusal for too many codes. */
  readonly retryAfter?: unknown;
}

/**
 * A refusal of the sign-in library as a problem of this service, so that its routes have one format for errors.
 * `passwordField` is the field of the request that has the password.
 */
export async function signInProblem(response: Response, passwordField: string): Promise<Problem> {
  const { code, message, retryAfter } = (await response.json().catch(() => ({}))) as LibraryError;
  if (code === 'TOO_MANY_CODES' && typeof retryAfter === 'number') {
    const sentence = `Too many codes; retry in ${waitInWords(retryAfter)}.`;
    return { ...problem('rate_limited', sentence), retryAfterSeconds: retryAfter };
  }
  const named = typeof code === 'string' ? PROBLEMS[code] : undefined;
  if (named !== undefined) return named;
  if (code === 'PASSWORD_TOO_SHORT')
    return invalidField(passwordField, `must have at least ${PASSWORD_MIN} characters`);
  if (code === 'PASSWORD_TOO_LONG')
    return invalidField(passwordField, `must have at most ${PASSWORD_MAX} characters`);
  if (code === 'PASSWORD_TOO_COMMON') return invalidField(passwordField, TOO_COMMON);
  if (code === 'PASSWORD_TOO_GUESSABLE') return invalidField(passwordField, TOO_GUESSABLE);
  const unnamed = BY_STATUS[response.status];
  if (unnamed !== undefined) return unnamed;
  if (response.status >= 500) {
    return problem('internal_error', 'Something went wrong on our side; retry in a few seconds.');
  }
  return invalidRequest(issuesOf(message));
}

/** The library writes `[body.email] Invalid email address; [body.password] ...`. */
function issuesOf(message: unknown): readonly RequestIssue[] {
  const text = typeof message === 'string' ? message : 'the request is not valid';
  return text.split('; ').map((issue) => {
    const [, path = '', sentence = issue] = /^\[body\.?([^\]]*)\] (.*)$/.exec(issue) ?? [];
    return { path, message: /received undefined$/.test(sentence) ? 'is required' : sentence };
  });
}

export const ORIGIN_REFUSED = problem(
  'origin_refused',
  'This origin may not sign in here; the operator lists those that may in KINORA_ALLOWED_ORIGINS.',
);
const EMAIL_TAKEN = problem(
  'email_taken',
  'There is already an account with this email address; sign in, or set a new password.',
);
const CODE_WRONG = problem('sign_in_failed', 'The code is wrong, or was used already; send the next one.');
const CHALLENGE_ENDED = problem(
  'sign_in_required',
  'No sign-in waits for a code, or five were wrong; send the email address and the password again.',
);
const LINK_EXPIRED = problem(
  'link_expired',
  'This link was used, altered or has expired; request another one.',
);

/** The problems by the codes of the library. Those that are not listed are invalid requests with the library's own sentence. */
const PROBLEMS: Readonly<Record<string, Problem>> = {
  INVALID_EMAIL_OR_PASSWORD: problem('sign_in_failed', 'The email address or the password is wrong.'),
  EMAIL_NOT_VERIFIED: problem(
    'email_unconfirmed',
    'Confirm your email address first: open the link that was sent to it.',
  ),
  ACCOUNT_BANNED: accountBanned,
  USER_ALREADY_EXISTS: EMAIL_TAKEN,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: EMAIL_TAKEN,
  INVALID_CODE: CODE_WRONG,
  INVALID_BACKUP_CODE: CODE_WRONG,
  INVALID_TWO_FACTOR_COOKIE: CHALLENGE_ENDED,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: CHALLENGE_ENDED,
  INVALID_TOKEN: LINK_EXPIRED,
  TOKEN_EXPIRED: LINK_EXPIRED,
  INVALID_EMAIL: invalidField('email', 'is not a valid email address'),
  INVALID_ORIGIN: ORIGIN_REFUSED,
  MISSING_OR_NULL_ORIGIN: ORIGIN_REFUSED,
  INVALID_CALLBACK_URL: ORIGIN_REFUSED,
  INVALID_REDIRECT_URL: ORIGIN_REFUSED,
  INVALID_ERROR_CALLBACK_URL: ORIGIN_REFUSED,
  INVALID_NEW_USER_CALLBACK_URL: ORIGIN_REFUSED,
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: ORIGIN_REFUSED,
};

const BY_STATUS: Readonly<Record<number, Problem>> = {
  401: problem('sign_in_required', 'There is no session; sign in first.'),
  404: problem('not_found', 'There is no such route; the reference is at /api/docs.'),
};
