import { type Problem, plans, problem, rates, topUpAmountsUsd } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { coalesce } from '../kernel/coalesce.ts';
import { sha256 } from '../kernel/ids.ts';
import { ok, type Result, refused } from '../kernel/result.ts';
import { isWellFormedKey } from './api-key.ts';

/** Who a request acts for. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
}

export type AuthenticateKey = (key: string | undefined) => Promise<Result<Caller, Problem>>;

interface KeyRow {
  readonly hash: Buffer;
  readonly accountId: string;
  readonly keyId: string;
  readonly suspendedUntil: Date | null;
}

const MAX_BATCH = 512;

/** Looks keys up by their hash; requests that come together share one query. Problems: `unauthorized`, `key_suspended`. */
export function createAuthenticateKey(database: Database, clock: Clock): AuthenticateKey {
  const findKey = coalesce(
    async (hashes: readonly Buffer[]) => {
      const rows = await database.query<KeyRow>(
        `select hash, account_id as "accountId", id as "keyId", suspended_until as "suspendedUntil"
         from api_keys where hash = any($1::bytea[]) and revoked_at is null`,
        [hashes],
      );
      const found = new Map(rows.map((row) => [row.hash.toString('hex'), row]));
      return hashes.map((hash) => found.get(hash.toString('hex')));
    },
    { maxBatch: MAX_BATCH },
  );

  return async (key) => {
    if (key === undefined) {
      return refused(unauthorized('Send your API key in the X-API-Key header.'));
    }
    if (!isWellFormedKey(key)) {
      return refused(unauthorized('This is not a Kinora API key; check that it was copied whole.'));
    }
    const row = await findKey(sha256(key));
    if (row === undefined) {
      return refused(unauthorized('This API key is not known or no longer valid.'));
    }
    if (row.suspendedUntil !== null && row.suspendedUntil > clock.now()) {
      return refused(keySuspended(row.suspendedUntil));
    }
    return ok({ accountId: row.accountId, keyId: row.keyId });
  };
}

/** A 401 says how to come by a key: the claim flow, what it costs, what there is. */
function unauthorized(message: string): Problem {
  return problem('unauthorized', message, {
    payment: {
      start: { method: 'POST', path: '/api/v1/pay/start' },
      claim: { method: 'GET', path: '/api/v1/pay/claim/<code>' },
      amounts_usd: topUpAmountsUsd,
      plans,
      rates,
    },
  });
}

function keySuspended(until: Date): Problem {
  return problem(
    'key_suspended',
    `This key is suspended until ${until.toISOString()}, because most of its recent requests were rejected.`,
    { until: until.toISOString() },
  );
}
