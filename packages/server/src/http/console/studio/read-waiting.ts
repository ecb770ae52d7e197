import { ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import { accountSuspended } from '../../../access/refused-account.ts';
import type { FindStanding, Standing } from '../../../accounts/find-standing.ts';
import type { ReadTokenStanding } from '../../../accounts/token-standing.ts';
import type { IdempotencyClaim } from '../../../admit/accept/stored-response.ts';
import type { Order } from '../../../admit/order.ts';
import type { ReadWaiting } from '../../../admit/waiting/start-waiting.ts';
import type { OpenCatalogue } from '../../../catalogue/open-catalogue.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { orderOf, readJobRequest } from '../../job-api/read-order.ts';

interface ReadWaitingDependencies {
  readonly findStanding: FindStanding;
  readonly readTokenStanding: ReadTokenStanding;
  readonly catalogue: OpenCatalogue;
  readonly clock: Clock;
}

const DAY_MS = 86_400_000;

/**
 * Reads an order that has waited as POST /generate reads a new one: its account as it stands now, and its body by what is sold
 * now. Nobody's token is checked: the account itself must be open, and neither banned nor suspended.
 */
export function createReadWaiting({
  findStanding,
  readTokenStanding,
  catalogue,
  clock,
}: ReadWaitingDependencies): ReadWaiting {
  return async ({ accountId, key, requestHash, body }, image) => {
    const tomorrow = new Date(clock.now().getTime() + DAY_MS);
    if ((await readTokenStanding({ accountId, sessionId: undefined })) !== 'live') {
      return { closed: 'This account is closed.', until: tomorrow };
    }
    const standing = await findStanding({ accountId, email: '', sessionId: undefined });
    if (standing === undefined) return { closed: 'This account is closed.', until: tomorrow };
    const { suspendedUntil } = standing;
    if (suspendedUntil !== undefined) {
      return { closed: accountSuspended(suspendedUntil).message, until: suspendedUntil };
    }
    const upload = image && { image_base64: Buffer.from(image).toString('base64') };
    return readStudioOrder({ ...body, ...upload }, standing, catalogue, { key, requestHash });
  };
}

/** Problems: `invalid_request`, `age_verification_required`. */
function readStudioOrder(
  body: object,
  standing: Standing,
  catalogue: OpenCatalogue,
  claim: IdempotencyClaim,
): Result<Order, Problem> {
  const read = readJobRequest(body);
  return read.ok ? ok(orderOf(read.value, catalogue.now(), standing, claim)) : read;
}

/** The price that the person saw: without it a waiting order could cost anything. Problem: `invalid_request`. */
export function priceOf(body: {
  readonly pay_with: string;
  readonly max_credits?: number | undefined;
  readonly max_price_cents?: number | undefined;
}): Result<number, Problem> {
  const field = body.pay_with === 'balance' ? 'max_price_cents' : 'max_credits';
  const price = body[field];
  if (price !== undefined) return ok(price);
  const message = 'say what the order may cost, because it may have to wait';
  return refused(problem('invalid_request', `${field}: ${message}`, { issues: [{ path: field, message }] }));
}
