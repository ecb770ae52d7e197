import { setTimeout } from 'node:timers/promises';
import { readId } from '../kernel/ids.ts';
import type { Auth } from './auth.ts';
import { TOKEN_ISSUER } from './credential-rules.ts';

/** The person an access token was issued to. */
export interface TokenSubject {
  readonly accountId: string;
  readonly email: string;
  /** Undefined for a token of the command line, which has no session. */
  readonly sessionId: string | undefined;
}

/** Undefined when the token is from another issuer, altered, expired or malformed. */
export type VerifyAccessToken = (token: string) => Promise<TokenSubject | undefined>;

type Keys = Awaited<ReturnType<Auth['api']['getJwks']>>;

/** The shortest time between two reads of the keys, so that a flood of forged key ids does not cause one read each. */
const REREAD_MS = 1000;
/** How long a signature is not verified again, which would take longer than everything else of a poll. */
const VERIFIED_MS = 60_000;
const VERIFIED_MAX = 10_000;

/** What a signature covers, and until when that is known, in ms of the system's clock. */
interface Verified {
  readonly subject: TokenSubject;
  readonly until: number;
}

/**
 * Verifies access tokens with the published keys, which are cached for five minutes; whether the session still lasts is
 * another question (`token-standing.ts`). A token with an unknown key id triggers a new read of the keys, shared by concurrent
 * requests, so that the first token of a new key is accepted. A signature that was found good is not verified again for a
 * minute, until the token expires, or the keys are read again or replaced.
 */
export function createVerifyAccessToken(auth: () => Promise<Auth>): VerifyAccessToken {
  let readAt = Number.NEGATIVE_INFINITY;
  let next: Promise<Keys> | undefined;
  let verified = new Map<string, Verified>();
  let verifiedBy: Auth | undefined;

  async function readAgain(): Promise<Keys> {
    await setTimeout(Math.max(0, readAt + REREAD_MS - performance.now()));
    readAt = performance.now();
    // The read that starts now may miss a key that is created later, so later requests need another one.
    next = undefined;
    const keys = await (await auth()).api.getJwks();
    verified = new Map();
    return keys;
  }

  /** A read that has not started is shared by all requests until it starts. */
  function readKeys(): Promise<Keys> {
    next ??= readAgain();
    return next;
  }

  // Loaded with the first token, as the sign-in is: a server of the key-based API needs neither.
  let library: typeof import('better-auth/oauth2') | undefined;
  return async (token) => {
    library ??= await import('better-auth/oauth2');
    // With other keys there is another instance, which has read none yet.
    const cacheKey = await auth();
    if (cacheKey !== verifiedBy) verified = new Map();
    verifiedBy = cacheKey;
    // A signature that is found good by keys which are replaced meanwhile is noted where nobody looks any more.
    const found = verified;
    const known = found.get(token);
    if (known !== undefined && Date.now() < known.until) return known.subject;
    let unavailable: { readonly error: unknown } | undefined;
    try {
      const {
        sub,
        email,
        sid,
        exp = 0,
      } = await library.verifyJwsAccessToken(token, {
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
      const accountId = readId(String(sub));
      const sessionId = sid === undefined ? undefined : readId(String(sid));
      if (accountId === undefined || typeof email !== 'string') return undefined;
      if (sid !== undefined && sessionId === undefined) return undefined;
      const subject = { accountId, email, sessionId };
      if (found.size >= VERIFIED_MAX) found.clear();
      found.set(token, { subject, until: Math.min(exp * 1000, Date.now() + VERIFIED_MS) });
      return subject;
    } catch (error) {
      if (unavailable !== undefined) throw unavailable.error;
      // Any error of the library means that the token is invalid.
      if (error instanceof Error) return undefined;
      throw error;
    }
  };
}
