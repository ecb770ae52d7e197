import { assert } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { ChangedSetting } from '../emails/settings-changed.ts';
import type { SettingChange } from '../kernel/setting-change.ts';
import { insertSecurityEvent, type SecurityEvent } from '../security-log/security-event.ts';
import { addTask } from '../tasks/add-task.ts';
import { sendEmail } from './email.ts';
import { readAddress } from './read-address.ts';

/** Who changed a setting, and from where; a receiver of webhooks clears its address with a 410. */
export interface SettingChanger {
  readonly accountId: string;
  readonly by: 'session' | 'api_key' | 'receiver';
  /** The first characters of the key, to recognise it. */
  readonly key?: string;
  readonly network: string | null;
}

/** Writes a change of a setting to the security log, in its transaction, and has it reported to the owner by email. */
export async function recordSettingChange(
  tx: Queryable,
  { accountId, by, key, network }: SettingChanger,
  { setting, value }: SettingChange,
  at: Date,
): Promise<SecurityEvent> {
  await requestSettingsNotice(tx, accountId);
  const details = { setting, value, by, ...(key !== undefined && { key }) };
  const event: SecurityEvent = { kind: 'setting_changed', accountId, network, details };
  await insertSecurityEvent(tx, event, at);
  return event;
}

/**
 * Requests an email about the events that the caller writes next: at once, or some time after the previous one. More
 * changes until then share an email, so that a leaked key does not flood the owner's mailbox, and none goes unreported.
 * Locks the account's row of notices, after the rows of what was changed: so the events of an account commit in the order
 * of their ids, and an email that names the latest has named all before it.
 */
export async function requestSettingsNotice(tx: Queryable, accountId: string): Promise<void> {
  const [notices] = await tx.query<{ runAt: Date }>(
    `insert into settings_notices (account_id) values ($1)
     on conflict (account_id) do update set account_id = excluded.account_id
     returning greatest(now(), next_at) as "runAt"`,
    [accountId],
  );
  assert(notices !== undefined, 'an upsert returns its row');
  const options = { jobKey: `settings_notice:${accountId}`, runAt: notices.runAt };
  await addTask(tx, 'settings_notice', { accountId }, options);
}

/** What emails report together: a key that may do more is such a setting too. */
const REPORTED = ['setting_changed', 'key_changed'];
const NAMED_MAX = 20;
/**
 * The task that sends the email, with what was changed since the previous one. `mayFollowSoon` says whether the next one may
 * follow a minute later, or only an hour.
 */
export async function sendSettingsNotice(
  database: Database,
  accountId: string,
  mayFollowSoon: (tx: Queryable) => Promise<boolean>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const [notices] = await tx.query<{ reportedEvent: number }>(
      'select reported_event as "reportedEvent" from settings_notices where account_id = $1 for update',
      [accountId],
    );
    if (notices === undefined) return;
    const events = await tx.query<ChangeEvent>(
      `select id, created_at as at, kind, network, details, count(*) over () as count from security_events
       where account_id = $1 and id > $2 and kind = any ($3) order by id desc limit ${NAMED_MAX}`,
      [accountId, notices.reportedEvent, REPORTED],
    );
    const [latest] = events;
    if (latest === undefined) return;
    const isSoon = await mayFollowSoon(tx);
    await tx.query(
      `update settings_notices set reported_event = $2, next_at = now() + $3 * interval '1 minute'
       where account_id = $1`,
      [accountId, latest.id, isSoon ? 1 : 60],
    );
    const closed = await tx.query('select from accounts where id = $1 and deleted_at is not null', [
      accountId,
    ]);
    if (closed.length > 0) return;
    const data = { changes: events.toReversed().map(viewChange), more: latest.count - events.length };
    await sendEmail(tx, { to: await readAddress(tx, accountId), name: 'settings_changed', data });
  });
}

interface ChangeEvent {
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  readonly network: string | null;
  readonly details: Readonly<Record<string, string | number>>;
  readonly count: number;
}

function viewChange({ at, kind, network, details }: ChangeEvent): ChangedSetting {
  const from = { network, at: at.toISOString() };
  if (kind === 'setting_changed') {
    const { setting, value, by, key = null } = details as unknown as Omit<ChangedSetting, 'network' | 'at'>;
    return { setting, value, by, key, ...from };
  }
  const { prefix, ...changed } = details;
  const value = Object.entries(changed)
    .map(([name, now]) => `${name.replaceAll('_', ' ')}: ${now}`)
    .join('; ');
  return { setting: 'api_key', value, by: 'session', key: String(prefix), ...from };
}
