import { type Problem, problem } from '@kinora/contract';

/**
 * What a route asks of who is signed in:
 * `session`: nothing more. It shows or orders something, or takes something away, which a thief gains nothing by.
 * `own_factor`: the account's own second factor, where it has one. The request carries the password.
 * `recent_proof`: the same, and a recent sign-in of an account without a second factor. It gives the account away.
 * `fresh_factor`: a second factor of the last minutes. An operator does something to others.
 */
export type Asked = 'session' | 'own_factor' | 'recent_proof' | 'fresh_factor';

/** How the person of a session has proven who they are, and how they could. */
export interface Proofs {
  /** When the session was opened or last confirmed, by any means. */
  readonly provenAt: Date;
  /** When it was last opened or confirmed with a second factor; null for never. */
  readonly secondFactorAt: Date | null;
  readonly ownFactors: OwnFactors;
}

/** The kinds of second factor that an account has. */
export interface OwnFactors {
  readonly app: boolean;
  readonly passkey: boolean;
}

const RECENT_MS = 3_600_000;
const FRESH_MS = 600_000;

/**
 * What is missing of what a route asks. Where the account has a second factor, only that proves anything: a password
 * may be known to a thief. Problems: `recent_sign_in_required`, `second_factor_required`.
 */
export function decideProof(
  asked: Asked,
  { provenAt, secondFactorAt, ownFactors }: Proofs,
  at: Date,
): Problem | undefined {
  const factorAge = at.getTime() - (secondFactorAt?.getTime() ?? Number.NEGATIVE_INFINITY);
  if (asked === 'session') return undefined;
  if (asked === 'fresh_factor') {
    if (factorAge <= FRESH_MS) return undefined;
    const message = `An operator's change needs a second factor of the last ten minutes; ${confirmWith(ownFactors)}.`;
    return problem('second_factor_required', message);
  }
  if (hasFactor(ownFactors)) {
    if (factorAge <= RECENT_MS) return undefined;
    const message = `This needs your second factor; ${confirmWith(ownFactors)}.`;
    return problem('second_factor_required', message);
  }
  if (asked === 'own_factor' || at.getTime() - provenAt.getTime() <= RECENT_MS) return undefined;
  const message = 'You signed in more than an hour ago; confirm with your password that it is still you.';
  return problem('recent_sign_in_required', message);
}

export function hasFactor({ app, passkey }: OwnFactors): boolean {
  return app || passkey;
}

function confirmWith({ app, passkey }: OwnFactors): string {
  if (app) return `confirm with ${passkey ? 'your passkey or ' : ''}a code of your authenticator app`;
  return passkey
    ? 'confirm with your passkey'
    : 'set up a passkey or an authenticator app at /account/security';
}
