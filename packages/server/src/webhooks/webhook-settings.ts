import type { WebhookSettings } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { earlierKeys, type Keys, type ReadKeys } from '../kernel/key-versions.ts';
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

type SettingsRow = SecretVersions & { readonly url: string | null };

const COLUMNS = `url, secret_version as version, oldest_version as "oldestVersion", previous_until as "previousUntil"`;

/** Where the account's events go, and its current secret. */
export async function readWebhookSettings(
  dependencies: WebhookDependencies,
  accountId: string,
): Promise<WebhookSettings> {
  const [row] = await dependencies.database.query<SettingsRow>(
    `select ${COLUMNS} from webhook_settings where account_id = $1`,
    [accountId],
  );
  return view(row ?? { url: null, ...FIRST_SECRET }, accountId, dependencies);
}

/** Sets where the account's events go; null for nowhere. Events that are recorded already go where they went. */
export async function setWebhookUrl(
  dependencies: WebhookDependencies,
  accountId: string,
  url: string | null,
): Promise<WebhookSettings> {
  const row = await upsert(
    dependencies.database,
    `insert into webhook_settings (account_id, url) values ($1, $2)
     on conflict (account_id) do update set url = excluded.url returning ${COLUMNS}`,
    [accountId, url],
  );
  return view(row, accountId, dependencies);
}

/**
 * Makes a new secret, which signs at once. The earlier ones also sign for a day, however often this is repeated, so
 * that a rotation whose response was lost breaks no receiver.
 */
export async function rotateWebhookSecret(
  dependencies: WebhookDependencies,
  accountId: string,
): Promise<WebhookSettings> {
  const now = dependencies.clock.now();
  const row = await upsert(
    dependencies.database,
    `insert into webhook_settings as current (account_id, secret_version, previous_until) values ($1, 2, $2)
     on conflict (account_id) do update set secret_version = current.secret_version + 1,
       oldest_version = greatest(current.secret_version + 2 - $4,
         case when current.previous_until > $3 then current.oldest_version else current.secret_version end),
       previous_until = excluded.previous_until
     returning ${COLUMNS}`,
    [accountId, new Date(now.getTime() + ROTATION_MS), now, MAX_SECRETS],
  );
  return view(row, accountId, dependencies);
}

async function upsert(db: Queryable, sql: string, values: readonly unknown[]): Promise<SettingsRow> {
  const [row] = await db.query<SettingsRow>(sql, values);
  if (row === undefined) throw new Error('an upsert returns its row');
  return row;
}

function view(
  { url, version, previousUntil }: SettingsRow,
  accountId: string,
  { webhookKeys, clock }: WebhookDependencies,
): WebhookSettings {
  const keys = webhookKeys();
  const ends = [previousUntil, earlierEnd(keys)].filter((end) => end !== null && end > clock.now());
  return {
    url,
    secret: webhookSecret(keys, accountId, version),
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
