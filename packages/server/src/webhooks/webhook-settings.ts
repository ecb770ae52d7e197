import { assert, type WebhookSettings } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { earlierKeys, type Keys, type ReadKeys } from '../kernel/key-versions.ts';
import type { SettingChange } from '../kernel/setting-change.ts';
import {
  FIRST_SECRET,
  MAX_SECRETS,
  ROTATION_MS,
  type SecretVersions,
  webhookSecret,
} from './webhook-secret.ts';

export interface WebhookDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Secrets are derived from these. */
  readonly webhookKeys: ReadKeys;
}

/** Records a change of a setting, in its transaction and after the rows that it locks. */
export type NoteSettingChange = (tx: Queryable, change: SettingChange) => Promise<void>;

type SettingsRow = SecretVersions & { readonly url: string | null };

const COLUMNS = `url, secret_version as version, oldest_version as "oldestVersion", previous_until as "previousUntil"`;

/** Where the account's events go. Its secret is shown when it is made, and never again: a key may be leaked. */
export async function readWebhookSettings(
  dependencies: WebhookDependencies,
  accountId: string,
): Promise<WebhookSettings> {
  return view(await read(dependencies.database, accountId), dependencies);
}

/**
 * Sets where the account's events go; null for nowhere. Events that are recorded already go where they went. `note`
 * records a change. The first address comes with the secret.
 */
export async function setWebhookUrl(
  dependencies: WebhookDependencies,
  accountId: string,
  url: string | null,
  note: NoteSettingChange,
): Promise<WebhookSettings> {
  return dependencies.database.transaction(async (tx) => {
    // Locks the account's row of settings, which two first addresses at once wait for.
    const isFirst =
      url !== null &&
      (
        await tx.query(
          'insert into webhook_settings (account_id) values ($1) on conflict do nothing returning account_id',
          [accountId],
        )
      ).length === 1;
    const before = await read(tx, accountId, 'for update');
    if (url === before.url) return view(before, dependencies);
    await tx.query('update webhook_settings set url = $2 where account_id = $1', [accountId, url]);
    await note(tx, { setting: 'webhook_address', value: url === null ? 'none' : new URL(url).host });
    if (isFirst) await note(tx, { setting: 'webhook_secret', value: 'shown' });
    return view({ ...before, url }, dependencies, isFirst ? accountId : undefined);
  });
}

/**
 * Makes a new secret, which signs at once. The earlier ones also sign for a day, however often this is repeated, so
 * that a rotation whose response was lost breaks no receiver. `note` records it.
 */
export async function rotateWebhookSecret(
  dependencies: WebhookDependencies,
  accountId: string,
  note: NoteSettingChange,
): Promise<WebhookSettings> {
  const now = dependencies.clock.now();
  return dependencies.database.transaction(async (tx) => {
    const [row] = await tx.query<SettingsRow>(
      `insert into webhook_settings as current (account_id, secret_version, previous_until) values ($1, 2, $2)
     on conflict (account_id) do update set secret_version = current.secret_version + 1,
       oldest_version = greatest(current.secret_version + 2 - $4,
         case when current.previous_until > $3 then current.oldest_version else current.secret_version end),
       previous_until = excluded.previous_until
     returning ${COLUMNS}`,
      [accountId, new Date(now.getTime() + ROTATION_MS), now, MAX_SECRETS],
    );
    assert(row !== undefined, 'an upsert returns its row');
    await note(tx, { setting: 'webhook_secret', value: 'replaced by a new one' });
    return view(row, dependencies, accountId);
  });
}

async function read(db: Queryable, accountId: string, lock: 'for update' | '' = ''): Promise<SettingsRow> {
  const [row] = await db.query<SettingsRow>(
    `select ${COLUMNS} from webhook_settings where account_id = $1 ${lock}`,
    [accountId],
  );
  return row ?? { url: null, ...FIRST_SECRET };
}

/** The settings with the secret of the account whose id is given. */
function view(
  { url, version, previousUntil }: SettingsRow,
  { webhookKeys, clock }: WebhookDependencies,
  secretOf?: string,
): WebhookSettings {
  const keys = webhookKeys();
  const ends = [previousUntil, earlierEnd(keys)].filter((end) => end !== null && end > clock.now());
  return {
    url,
    ...(secretOf !== undefined && { secret: webhookSecret(keys, secretOf, version) }),
    previous_secrets_until:
      ends
        .toSorted((one, other) => Number(one) - Number(other))
        .at(-1)
        ?.toISOString() ?? null,
  };
}

/** Until when the secrets of the installation's previous key sign too. */
function earlierEnd(keys: Keys): Date | null {
  return earlierKeys(keys)[0]?.honouredUntil ?? null;
}
