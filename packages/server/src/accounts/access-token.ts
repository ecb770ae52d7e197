import { setTimeout } from 'node:timers/promises';
import { verifyJwsAccessToken } from 'better-auth/oauth2';
import { type Auth, TOKEN_ISSUER } from './auth.ts';

/** The person an access token was issued to. */
export interface TokenSubject {
  readonly accountId: string;
  readonly email: string;
}

/** Undefined when the token is not ours, altered, expired or no token at all. */
export type VerifyAccessToken = (token: string) => Promise<TokenSubject | undefined>;

type Keys = Awaited<ReturnType<Auth['api']['getJwks']>>;

/** Made-up key ids must not make the keys be read more often than this. */
const REREAD_MS = 1000;

/**
 * Verifies access tokens by the published keys, which are kept for five minutes: no request waits for the database.
 * A token of a key that is not among them lets them be read again, once for all who ask, so that the very first
 * token of a new key is good.
 */
export function createVerifyAccessToken(auth: () => Auth): VerifyAccessToken {
  let readAt = Number.NEGATIVE_INFINITY;
  let next: Promise<Keys> | undefined;

  async function readAgain(): Promise<Keys> {
    await setTimeout(Math.max(0, readAt + REREAD_MS - performance.now()));
    readAt = performance.now();
    // From here on this reading may be too old for whoever comes.
    next = undefined;
    return auth().api.getJwks();
  }

  /** One that has not begun serves everybody who comes until it does. */
  function readKeys(): Promise<Keys> {
    next ??= readAgain();
    return next;
  }

  const cacheKey = {};
  return async (token) => {
    let unavailable: { readonly error: unknown } | undefined;
    try {
      const { sub, email } = await verifyJwsAccessToken(token, {
        jwksFetch: () =>
          readKeys().catch((error) => {
            unavailable = { error };
            throw error;
          }),
        jwksCacheKey: cacheKey,
        verifyOptions: {
          issuer: TOKEN_ISSUER,
          audience: TOKEN_ISSUER,
          algorithms: ['EdDSA'],
          requiredClaims: ['sub', 'email', 'exp'],
        },
      });
      return typeof sub === 'string' && typeof email === 'string' ? { accountId: sub, email } : undefined;
    } catch (error) {
      if (unavailable !== undefined) throw unavailable.error;
      // Of whatever kind: what the library cannot read is not a token of ours.
      if (error instanceof Error) return undefined;
      throw error;
    }
  };
}
