import {
  type KeyScope,
  ok,
  type Problem,
  problem,
  type Result,
  refused,
  topUpAmountsUsd,
} from '@kinora/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import { planIntervals, planPrice } from '../catalogue/plans.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { coalesce } from '../kernel/coalesce.ts';
import { sha256 } from '../kernel/ids.ts';
import { waitInWords } from '../kernel/time-in-words.ts';
import { isWellFormedKey } from './api-key.ts';
import { type AttemptLimit, countAttempt } from './attempt-window.ts';
import type { KeyUses } from './key-uses.ts';
import { networkOf } from './network.ts';
import { accountBanned, accountSuspended } from './refused-account.ts';
import { isRejectionRecent, isSuspended } from './rejections.ts';

/** Who a request acts for. */
export interface Caller {
  readonly accountId: string;
  /** Stays the same when the key is rotated. */
  readonly keyId: string;
  readonly scopes: readonly KeyScope[];
  /** A request of the account was rejected within the window, so its next acceptance is evaluated too. */
  readonly recentlyRejected: boolean;
  /** The price list of the account; null without one. */
  readonly priceList: string | null;
}

/** `address` is that of the client. */
export type AuthenticateKey = (key: string | undefined, address: string) => Promise<Result<Caller, Problem>>;

interface KeyRow {
  readonly hash: Buffer;
  readonly accountId: string;
  readonly keyId: string;
  readonly rowId: string;
  readonly scopes: readonly KeyScope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly suspendedUntil: Date | null;
  readonly rejectedAt: Date | null;
  readonly priceList: string | null;
  readonly underReview: boolean;
  readonly isBanned: boolean;
}

const MAX_BATCH = 512;
const UNKNOWN_KEYS: AttemptLimit = { kind: 'unknown_key', limit: 30, windowMs: 10 * 60_000 };

/**
 * Finds keys by their hash; concurrent requests share one query. There is no cache, so every node rejects a rotated,
 * revoked or expired key at once. Problems: `unauthorized`, `account_banned`, `key_suspended`,
 * `account_review_required`, and `rate_limited` after too many unknown keys from one network. A valid key is accepted
 * from any network: keys of 256 bits cannot be guessed, and one attacker must not lock out every customer behind the
 * same address.
 */
export function createAuthenticateKey(
  database: Database,
  clock: Clock,
  catalogue: OpenCatalogue,
  uses?: Pick<KeyUses, 'note'>,
): AuthenticateKey {
  const findKey = coalesce(
    async (hashes: readonly Buffer[]) => {
      const rows = await database.query<KeyRow>(
        `select hash, accounts.id as "accountId", family_id as "keyId", api_keys.id as "rowId", scopes,
           expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt",
           suspensions.suspended_until as "suspendedUntil", suspensions.rejected_at as "rejectedAt",
           funding_terms.price_list as "priceList",
           accounts.under_review_since is not null as "underReview",
           accounts.banned_at is not null as "isBanned"
         from api_keys join accounts on accounts.id = api_keys.account_id
           left join suspensions on suspensions.account_id = accounts.id
           left join funding_terms on funding_terms.account_id = accounts.id
         where hash = any($1::bytea[])`,
        [hashes],
      );
      const at = clock.now();
      const live = rows.filter((row) => isLive(row, at));
      const found = new Map(live.map((row) => [row.hash.toString('hex'), row]));
      return hashes.map((hash) => found.get(hash.toString('hex')));
    },
    { maxBatch: MAX_BATCH },
  );

  async function rejectUnknown(address: string, message: string): Promise<Result<Caller, Problem>> {
    const waitSeconds = await countAttempt(database, UNKNOWN_KEYS, networkOf(address), clock.now());
    return refused(
      waitSeconds === undefined ? unauthorized(message, catalogue.now()) : tooManyUnknownKeys(waitSeconds),
    );
  }

  return async (key, address) => {
    if (key === undefined) {
      return refused(unauthorized('Send your API key in the X-API-Key header.', catalogue.now()));
    }
    if (!isWellFormedKey(key)) {
      return rejectUnknown(
        address,
        // Several headers of one name arrive as one value with commas, whether their keys are equal or not.
        key.includes(',')
          ? 'Send the X-API-Key header once, with one key.'
          : `This is not an API key of ${catalogue.now().document.service.name}; check that it was copied completely.`,
      );
    }
    const row = await findKey(sha256(key));
    if (row === undefined) {
      return rejectUnknown(address, 'This API key is unknown or no longer valid.');
    }
    if (row.isBanned) return refused(accountBanned);
    const at = clock.now();
    if (isSuspended(row.suspendedUntil, at)) {
      // A review may outlast the suspension, so it is reported first.
      return refused(row.underReview ? underReview() : accountSuspended(row.suspendedUntil));
    }
    uses?.note(row, at);
    const { accountId, keyId, scopes, rejectedAt, priceList } = row;
    return ok({ accountId, keyId, scopes, recentlyRejected: isRejectionRecent(rejectedAt, at), priceList });
  };
}

/** A key that was rotated with an overlap is revoked in the future. */
function isLive({ revokedAt, expiresAt }: KeyRow, at: Date): boolean {
  return (revokedAt === null || revokedAt > at) && (expiresAt === null || expiresAt > at);
}

function tooManyUnknownKeys(retryAfterSeconds: number): Problem {
  const message = `Too many unknown API keys came from your network; check the key and retry in ${waitInWords(retryAfterSeconds)}.`;
  return { ...problem('rate_limited', message), retryAfterSeconds };
}

/** A 401 explains how to get a key: the claim flow, top-up amounts, plans and rates. */
function unauthorized(message: string, catalogue: Catalogue): Problem {
  return problem('unauthorized', message, {
    payment: {
      start: { method: 'POST', path: '/api/v1/pay/start' },
      claim: { method: 'GET', path: '/api/v1/pay/claim/<code>' },
      amounts_usd: topUpAmountsUsd,
      plans: plansInUsd(catalogue),
      rates: catalogue.rates,
    },
  });
}

/** The plans that are sold, by their price for a month. */
function plansInUsd(catalogue: Catalogue) {
  return catalogue.plans.flatMap(({ id: plan }) => {
    const [month, year] = planIntervals.map((interval) => planPrice(catalogue, { plan, interval }));
    if (month === undefined && year === undefined) return [];
    return {
      plan,
      ...(month !== undefined && { usd_per_month: month.cents / 100 }),
      ...(year !== undefined && { usd_per_month_billed_annually: Math.round(year.cents / 12) / 100 }),
    };
  });
}

function underReview(): Problem {
  return problem(
    'account_review_required',
    'API payments on this account are paused for review; contact support.',
  );
}
