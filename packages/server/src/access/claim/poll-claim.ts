import {
  type ClaimStatus,
  claimIntervalSeconds,
  ok,
  type Problem,
  problem,
  type Result,
  refused,
} from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import type { SecurityEvent } from '../../security-log/security-event.ts';
import { rotateKey } from '../rotate-key.ts';
import { hashCode } from './claim-codes.ts';

interface ClaimRow {
  readonly id: string;
  readonly accountId: string | null;
  readonly intervalSeconds: number;
  readonly polledAt: Date | null;
  readonly expiresAt: Date;
  readonly isApproved: boolean;
  readonly isDenied: boolean;
  readonly isClaimed: boolean;
  readonly network: string;
  readonly clientName: string | null;
  readonly isDisplaced: boolean;
}

export interface PollDependencies {
  readonly database: Database;
  /** The account's prepaid balance, in cents. */
  readonly balanceCents: (tx: Queryable, accountId: string, at: Date) => Promise<number>;
  /** Called with the event of a key that was issued, after the commit. */
  readonly onIssued?: (event: SecurityEvent) => void;
}

// A client that sleeps for the interval may wake a little early.
const TOLERANCE_MS = 250;

/**
 * The status of the claim with this code. The key is created in the transaction that returns `ready`, which
 * happens once, so it is never stored in plain text; if that response is lost, the customer rotates the key.
 * Problems: `not_found`, and `rate_limited` for a poll before the interval is over, which also lengthens the
 * interval.
 */
export async function pollClaim(
  { database, balanceCents, onIssued }: PollDependencies,
  code: string,
  at: Date,
): Promise<Result<ClaimStatus, Problem>> {
  const hash = hashCode(code);
  if (hash === undefined) return refused(unknownCode());
  let issued: SecurityEvent | undefined;
  const polled = await database.transaction<Result<ClaimStatus, Problem>>(async (tx) => {
    issued = undefined;
    // Locks the claim's row first, so that concurrent polls of one code run one after the other.
    const [claim] = await tx.query<ClaimRow>(
      `select id, account_id as "accountId", poll_interval_seconds as "intervalSeconds", polled_at as "polledAt",
         expires_at as "expiresAt", approved_at is not null as "isApproved", denied_at is not null as "isDenied",
         claimed_at is not null as "isClaimed", network, client_name as "clientName", displaced_at is not null as "isDisplaced"
       from key_claims where code_hash = $1 for no key update`,
      [hash],
    );
    if (claim === undefined) return refused(unknownCode());
    if (claim.isDenied) return ok({ status: 'denied' });
    if (claim.isClaimed) return ok({ status: 'claimed' });
    if (claim.expiresAt <= at || claim.isDisplaced) return ok({ status: 'expired' });
    if (!claim.isApproved || claim.accountId === null) return recordPoll(tx, claim, at);
    const { network, clientName } = claim;
    const request = { by: 'terminal', network, name: clientName ?? undefined } as const;
    const { key, prefix, event } = await rotateKey(tx, claim.accountId, request, at);
    issued = event;
    await tx.query('update key_claims set claimed_at = $2 where id = $1', [claim.id, at]);
    return ok({
      status: 'ready',
      api_key: key,
      key_prefix: prefix,
      balance_cents: await balanceCents(tx, claim.accountId, at),
    });
  });
  if (issued !== undefined) onIssued?.(issued);
  return polled;
}

async function recordPoll(tx: Queryable, claim: ClaimRow, at: Date): Promise<Result<ClaimStatus, Problem>> {
  const waitedMs = claim.polledAt === null ? Infinity : at.getTime() - claim.polledAt.getTime();
  const isEarly = waitedMs < claim.intervalSeconds * 1000 - TOLERANCE_MS;
  const interval = claim.intervalSeconds + (isEarly ? claimIntervalSeconds : 0);
  await tx.query('update key_claims set polled_at = $2, poll_interval_seconds = $3 where id = $1', [
    claim.id,
    at,
    interval,
  ]);
  if (isEarly) {
    const message = `Polled too fast; from now on wait ${interval} seconds between polls.`;
    return refused({ ...problem('rate_limited', message), retryAfterSeconds: interval });
  }
  const leftMs = claim.expiresAt.getTime() - at.getTime();
  return ok({ status: 'pending', interval, expires_in: Math.max(1, Math.ceil(leftMs / 1000)) });
}

function unknownCode(): Problem {
  return problem('not_found', 'There is no claim with this code; start one with POST /v1/pay/start.');
}
