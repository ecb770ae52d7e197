import { invalidRequest, type KeyScope, ok, type Problem, type Result, refused } from '@kinora/contract';

/** What the owner chooses about a key; a rotation leaves it as it is. */
export interface KeySettings {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly expiresAt: Date | null;
  /** What its orders may cost in a UTC month, in cents; null for no bound of its own. */
  readonly capCents: number | null;
}

/** What is absent stays as it is. */
export interface KeyChange {
  readonly name?: string | undefined;
  readonly scopes?: readonly KeyScope[] | undefined;
  readonly expiresAt?: Date | null | undefined;
  readonly capCents?: number | null | undefined;
}

/**
 * The settings of a key after a change. A change that lets the key do or spend more, or live longer, is like a new
 * key, so it needs the same proof. Problems: `invalid_request`, and `unproven`, what is missing of that proof.
 */
export function decideKeyChange(
  key: KeySettings,
  change: KeyChange,
  unproven: Problem | undefined,
  at: Date,
): Result<KeySettings, Problem> {
  const past = expiryProblem(change.expiresAt, at);
  if (past !== undefined) return refused(past);
  const next: KeySettings = {
    name: change.name ?? key.name,
    scopes: change.scopes ?? key.scopes,
    expiresAt: change.expiresAt === undefined ? key.expiresAt : change.expiresAt,
    capCents: change.capCents === undefined ? key.capCents : change.capCents,
  };
  return unproven !== undefined && widens(key, next) ? refused(unproven) : ok(next);
}

/** The problem of an expiry that is not in the future. */
export function expiryProblem(expiresAt: Date | null | undefined, at: Date): Problem | undefined {
  if (expiresAt === undefined || expiresAt === null || expiresAt > at) return undefined;
  return invalidRequest([{ path: 'expires_at', message: 'must be in the future, or null for no expiry' }]);
}

const END_OF_TIME = new Date(8.64e15);

function widens(from: KeySettings, to: KeySettings): boolean {
  return (
    (to.capCents ?? Infinity) > (from.capCents ?? Infinity) ||
    (to.expiresAt ?? END_OF_TIME) > (from.expiresAt ?? END_OF_TIME) ||
    to.scopes.some((scope) => !from.scopes.includes(scope))
  );
}
