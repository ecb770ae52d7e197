import { assert, ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import { type AttemptLimit, countAttempt } from '../access/attempt-window.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { newId } from '../kernel/ids.ts';
import { type Cents, formatUsd } from '../kernel/money.ts';
import { waitInWords } from '../kernel/time-in-words.ts';
import { creditGrant } from '../ledger/credit.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';
import { isClosed } from '../payments/closed-account.ts';
import { isUnderReview, refusedInReview } from '../payments/under-review.ts';
import { insertSecurityEvent, type SecurityEvent } from '../security-log/security-event.ts';
import { CODE_KEY, keyOfTyped } from './grant-code.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Codes that one account may try. A generated code is one of 4 · 10^15. */
const TRIES_OF_ACCOUNT: AttemptLimit = { kind: 'redeem', limit: 10, windowMs: HOUR_MS };
/** Codes that all accounts of a network may try: many people may redeem one code in one room. */
const TRIES_OF_NETWORK: AttemptLimit = { kind: 'redeem_network', limit: 200, windowMs: HOUR_MS };

export interface Redemption {
  readonly accountId: string;
  readonly network: string;
  /** The code as it was typed. */
  readonly typed: string;
}

interface CodeRow {
  readonly code: string;
  readonly amountCents: Cents;
  readonly isUsedUp: boolean;
  readonly expiresAt: Date | null;
  readonly endedAt: Date | null;
  readonly grantDays: number | null;
  readonly isRedeemed: boolean;
}

/**
 * Redeems a code: counts its use and credits its grant, in one transaction. Returns the event for the log. Each try counts
 * towards the limits, so that codes cannot be guessed. Problems: `rate_limited`, `account_review_required`, `code_refused`.
 */
export async function redeemCode(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { accountId, network, typed }: Redemption,
): Promise<Result<SecurityEvent, Problem>> {
  const at = clock.now();
  const waits = [
    await countAttempt(database, TRIES_OF_ACCOUNT, accountId, at),
    await countAttempt(database, TRIES_OF_NETWORK, network, at),
  ].filter((wait) => wait !== undefined);
  if (waits.length > 0) return refused(tooManyTries(Math.max(...waits)));
  const redeemed = await database.transaction<Result<SecurityEvent, Problem>>(async (tx) => {
    await lockFundingRow(tx, accountId);
    if ((await isUnderReview(tx, accountId)) || (await isClosed(tx, accountId)))
      return refused(refusedInReview);
    const found = await lockCode(tx, accountId, keyOfTyped(typed));
    const refusal = checkCode(found, at);
    if (refusal !== undefined) return refused(refusal);
    assert(found !== undefined, 'a code that is not refused was found');
    const event = await redeem(tx, accountId, network, found, at);
    crashPoint('redeem.before_commit');
    return ok(event);
  });
  crashPoint('redeem.after_commit');
  return redeemed;
}

/**
 * Locks the row of the code after the funding row, in which order every redemption does: those of one account wait for each
 * other, and then those of one code.
 */
async function lockCode(tx: Queryable, accountId: string, key: string): Promise<CodeRow | undefined> {
  const [found] = await tx.query<CodeRow>(
    `select code, amount_cents as "amountCents", used >= uses as "isUsedUp", expires_at as "expiresAt",
       ended_at as "endedAt", grant_days as "grantDays", exists (
         select from code_redemptions where code_redemptions.code = grant_codes.code and account_id = $2
       ) as "isRedeemed"
     from grant_codes where ${CODE_KEY} = $1 for no key update`,
    [key, accountId],
  );
  return found;
}

const OTHERWISE = 'Ask where you got it for another one, or top up.';

/** The reason why a code cannot be redeemed at `at`. Who has redeemed it hears that, whatever became of the code. */
function checkCode(code: CodeRow | undefined, at: Date): Problem | undefined {
  const refuse = (message: string) => problem('code_refused', message);
  if (code === undefined) {
    return refuse('There is no such code. Check each letter, and type it as you were given it.');
  }
  const { isRedeemed, amountCents, endedAt, expiresAt, isUsedUp } = code;
  if (isRedeemed) {
    return refuse(
      `This account has redeemed the code already; its ${formatUsd(amountCents)} USD are in the list of purchases. A code counts once for each account.`,
    );
  }
  if (endedAt !== null || (expiresAt !== null && expiresAt <= at)) {
    return refuse(`The code has expired. ${OTHERWISE}`);
  }
  return isUsedUp ? refuse(`The code has been redeemed as often as it may be. ${OTHERWISE}`) : undefined;
}

async function redeem(
  tx: Queryable,
  accountId: string,
  network: string,
  { code, amountCents, grantDays }: CodeRow,
  at: Date,
): Promise<SecurityEvent> {
  const purchaseId = newId();
  const expiresAt = grantDays === null ? null : new Date(at.getTime() + grantDays * DAY_MS);
  await creditGrant(tx, { purchaseId, accountId, amountCents, source: 'code', expiresAt }, at);
  await tx.query('update grant_codes set used = used + 1 where code = $1', [code]);
  await tx.query(
    'insert into code_redemptions (code, account_id, purchase_id, redeemed_at) values ($1, $2, $3, $4)',
    [code, accountId, purchaseId, at],
  );
  const details = {
    grant_code: code,
    amount_cents: amountCents,
    ...(expiresAt !== null && { expires_at: expiresAt.toISOString() }),
    purchase: purchaseId,
  };
  const event: SecurityEvent = { kind: 'code_redeemed', accountId, network, details };
  await insertSecurityEvent(tx, event, at);
  return event;
}

function tooManyTries(waitSeconds: number): Problem {
  const message = `Too many codes were tried. Try again in ${waitInWords(waitSeconds)}.`;
  return { ...problem('rate_limited', message), retryAfterSeconds: waitSeconds };
}
