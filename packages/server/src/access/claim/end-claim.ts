import type { Database } from '../../db/database.ts';
import { sendEmail } from '../../notifications/email.ts';
import { readAddress } from '../../notifications/read-address.ts';
import { insertSecurityEvent, type SecurityEvent } from '../../security-log/security-event.ts';
import { type ClaimDecision, type OpenClaim, recordDecision } from './open-claim.ts';

interface Decided {
  readonly claim: OpenClaim;
  readonly accountId: string;
  readonly decision: ClaimDecision;
  /** The network of the person, which may differ from that of the terminal. */
  readonly network: string;
}

/**
 * Records the account's decision about a claim, with its event, which it returns; undefined if it is no longer open.
 */
export async function endClaim(
  database: Database,
  { claim, accountId, decision, network }: Decided,
  at: Date,
): Promise<SecurityEvent | undefined> {
  const { userCode, network: terminal, clientName } = claim;
  const event: SecurityEvent = {
    kind: decision === 'approved' ? 'claim_approved' : 'claim_denied',
    accountId,
    network,
    details: { terminal, client: clientName ?? '' },
  };
  return database.transaction(async (tx) => {
    if (!(await recordDecision(tx, { userCode, accountId, decision }, at))) return undefined;
    await insertSecurityEvent(tx, event, at);
    if (decision === 'approved') {
      const data = { client: clientName, terminal, network, at: at.toISOString() };
      await sendEmail(tx, { to: await readAddress(tx, accountId), name: 'terminal_approved', data });
    }
    return event;
  });
}
