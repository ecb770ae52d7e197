import { operatorReasonMax, operatorReasonMin } from '@kinora/contract';
import { UsageError } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import { systemClock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { formatUsd } from '../../kernel/money.ts';
import { creditGrant } from '../../ledger/credit.ts';
import { readAmount, readExpiry } from '../read-option.ts';
import { recordCommand } from '../record-command.ts';
import { withAccount } from './change.ts';

export interface GrantOptions {
  readonly usd?: string | undefined;
  readonly expires?: string | undefined;
  readonly reason?: string | undefined;
}

/** Grants a balance that is spent first, is never refunded, and may expire. */
export async function grantBalance(
  email: string,
  { usd, expires, reason = '' }: GrantOptions,
): Promise<number> {
  const at = systemClock.now();
  const amountCents = readAmount('usd', usd);
  const expiresAt = readExpiry('expires', expires, at);
  if (reason.length < operatorReasonMin || reason.length > operatorReasonMax) {
    throw new UsageError(
      `--reason needs ${operatorReasonMin} to ${operatorReasonMax} characters; the audit log keeps it`,
    );
  }
  await withAccount(email, (database, accountId) =>
    database.transaction(async (tx) => {
      const purchaseId = newId();
      await creditGrant(tx, { purchaseId, accountId, amountCents, source: 'grant', expiresAt }, at);
      await recordCommand(tx, 'account grant-balance', accountId, {
        amount_cents: amountCents,
        ...(expiresAt !== null && { expires_at: expiresAt.toISOString() }),
        purchase: purchaseId,
        reason,
      });
    }),
  );
  const until = expiresAt === null ? 'never expires' : `expires ${expiresAt.toISOString()}`;
  writeText(`Granted ${formatUsd(amountCents)} USD. It is spent first, and ${until}.\n`);
  return 0;
}
