import {
  ok,
  type Problem,
  plans,
  problem,
  type Result,
  rates,
  refused,
  topUpAmountsUsd,
} from '@kinora/contract';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { coalesce } from '../kernel/coalesce.ts';
import { sha256 } from '../kernel/ids.ts';
import { accountBanned } from './account-banned.ts';
import { accountSuspended } from './account-suspended.ts';
import { isWellFormedKey } from './api-key.ts';
import { type AttemptLimit, countAttempt } from './attempt-window.ts';
import { isRejectionRecent, isSuspended } from './rejections.ts';

/** Who a request acts for. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  /** A request of the account was rejected within the window, so its next acceptance is evaluated too. */
  readonly recentlyRejected: boolean;
}

/** `network` is the network of the request's address, as returned by `networkOf`. */
export type AuthenticateKey = (key: string | undefined, network: string) => Promise<Result<Caller, Problem>>;

interface KeyRow {
  readonly hash: Buffer;
  readonly accountId: string;
  readonly keyId: string;
  readonly suspendedUntil: Date | null;
  readonly rejectedAt: Date | null;
  readonly underReview: boolean;
  readonly isBanned: boolean;
  readonly isRevoked: boolean;
}

const MAX_BATCH = 512;
const UNKNOWN_KEYS: AttemptLimit = { kind: 'unknown_key', limit: 30, windowMs: 10 * 60_000 };

/**
 * Finds keys by their hash; concurrent requests share one query. There is no cache, so every node rejects a
 * rotated key at once. Problems: `unauthorized`, `account_banned`, `key_suspended`, `account_review_required`, and
 * `rate_limited` after too many unknown keys from one network. A valid key is accepted from any network: keys
 * of 256 bits cannot be guessed, and one attacker must not lock out every customer behind the same address.
 */
export function createAuthenticateKey(database: Database, clock: Clock): AuthenticateKey {
  const findKey = coalesce(
    async (hashes: readonly Buffer[]) => {
      const rows = await database.query<KeyRow>(
        `select hash, accounts.id as "accountId", api_keys.id as "keyId",
           suspensions.suspended_until as "suspendedUntil", suspensions.rejected_at as "rejectedAt",
           accounts.under_review_since is not null as "underReview",
           accounts.banned_at is not null as "isBanned", revoked_at is not null as "isRevoked"
         from api_keys join accounts on accounts.id = api_keys.account_id
           left join suspensions on suspensions.account_id = accounts.id
         where hash = any($1::bytea[])`,
        [hashes],
      );
      const live = rows.filter(({ isRevoked }) => !isRevoked);
      const found = new Map(live.map((row) => [row.hash.toString('hex'), row]));
      return hashes.map((hash) => found.get(hash.toString('hex')));
    },
    { maxBatch: MAX_BATCH },
  );

  async function rejectUnknown(network: string, message: string): Promise<Result<Caller, Problem>> {
    const waitSeconds = await countAttempt(database, UNKNOWN_KEYS, network, clock.now());
    return refused(waitSeconds === undefined ? unauthorized(message) : tooManyUnknownKeys(waitSeconds));
  }

  return async (key, network) => {
    if (key === undefined) {
      return refused(unauthorized('Send your API key in the X-API-Key header.'));
    }
    if (!isWellFormedKey(key)) {
      return rejectUnknown(network, 'This is not a Kinora API key; check that it was copied completely.');
    }
    const row = await findKey(sha256(key));
    if (row === undefined) {
      return rejectUnknown(network, 'This API key is unknown or no longer valid.');
    }
    if (row.isBanned) return refused(accountBanned);
    const at = clock.now();
    if (isSuspended(row.suspendedUntil, at)) {
      // A review may outlast the suspension, so it is reported first.
      return refused(row.underReview ? underReview() : accountSuspended(row.suspendedUntil));
    }
    const { accountId, keyId, rejectedAt } = row;
    return ok({ accountId, keyId, recentlyRejected: isRejectionRecent(rejectedAt, at) });
  };
}

function tooManyUnknownKeys(retryAfterSeconds: number): Problem {
  const message = `Too many unknown API keys came from your network; check the key and retry in ${retryAfterSeconds} seconds.`;
  return { ...problem('rate_limited', message), retryAfterSeconds };
}

/** A 401 explains how to get a key: the claim flow, top-up amounts, plans and rates. */
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

function underReview(): Problem {
  return problem(
    'account_review_required',
    'API payments on this account are paused for review; contact support.',
  );
}
