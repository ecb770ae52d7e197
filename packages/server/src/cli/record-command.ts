import type { Queryable } from '../db/database.ts';
import { systemClock } from '../kernel/clock.ts';
import { insertSecurityEvent, type SecurityEvent } from '../security-log/security-event.ts';

/** Writes a command that changed something to the security log, such as `account limits`, with what it was given. */
export async function recordCommand(
  db: Queryable,
  command: string,
  accountId: string | null,
  details: NonNullable<SecurityEvent['details']> = {},
): Promise<void> {
  const event: SecurityEvent = {
    kind: 'operator_command',
    accountId,
    network: null,
    details: { command, ...details },
  };
  await insertSecurityEvent(db, event, systemClock.now());
}
