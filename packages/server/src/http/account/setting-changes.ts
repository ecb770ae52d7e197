import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../access/network.ts';
import type { Queryable } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { SettingChange } from '../../kernel/setting-change.ts';
import { recordSettingChange, type SettingChanger } from '../../notifications/settings-notice.ts';
import { logSecurityEvent, type SecurityEvent } from '../../security-log/security-event.ts';

export interface SettingChanges {
  /** Records a change in its transaction. */
  note(tx: Queryable, change: SettingChange): Promise<void>;
  /** Writes what was recorded to the log; called after the commit. */
  log(): void;
}

/** What a request changes of the settings of an account that move money or results. */
export function settingChanges(
  request: FastifyRequest,
  clock: Clock,
  who: Pick<SettingChanger, 'accountId' | 'by' | 'key'>,
): SettingChanges {
  const events: SecurityEvent[] = [];
  return {
    async note(tx, change) {
      const changer = { ...who, network: networkOf(request.ip) };
      events.push(await recordSettingChange(tx, changer, change, clock.now()));
    },
    log() {
      for (const event of events) logSecurityEvent(request.log, event);
    },
  };
}
