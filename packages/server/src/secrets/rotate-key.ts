import { endAllSessions } from '../accounts/sessions.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { KeyVersion } from '../kernel/key-versions.ts';
import { sendEmail } from '../notifications/email.ts';
import { readAddress } from '../notifications/read-address.ts';
import { insertSecurityEvent } from '../security-log/security-event.ts';
import { listReceivers } from '../webhooks/list-receivers.ts';
import { changeSecrets } from './change-secrets.ts';
import { type KeyPurpose, LIFETIME_MS } from './key-purposes.ts';
import { addVersion } from './rotation.ts';
import { newSecret } from './secrets-file.ts';

export interface KeyRotation {
  readonly purpose: KeyPurpose;
  readonly at: Date;
  readonly signsFrom: Date;
  /** Whether the earlier keys have leaked, so that what they signed ends. */
  readonly hasLeaked: boolean;
}

/**
 * Adds a new version of a key to the file, with what follows from it and the event in one transaction. The file is written
 * before the commit: if that fails, the key is new and the command has to be repeated. Returns the
 * versions that the file has then.
 */
export function rotateKey(
  database: Database,
  dataDir: string,
  rotation: KeyRotation,
): Promise<readonly KeyVersion[]> {
  const { purpose, at, signsFrom, hasLeaked } = rotation;
  return database.transaction(async (tx) => {
    const { keys } = await changeSecrets(tx, dataDir, (secrets) => ({
      ...secrets,
      keys: {
        ...secrets.keys,
        [purpose]: addVersion(secrets.keys[purpose], { ...rotation, key: newSecret() }),
      },
    }));
    const versions = keys[purpose];
    if (purpose === 'sessions' && hasLeaked) await endAllSessions(tx);
    if (purpose === 'webhooks') await announceWebhookKey(tx, rotation);
    const details = {
      purpose,
      version: Math.max(...versions.map(({ version }) => version)),
      signs_from: signsFrom.toISOString(),
      leaked: hasLeaked,
    };
    await insertSecurityEvent(tx, { kind: 'secret_rotated', accountId: null, network: null, details }, at);
    return versions;
  });
}

/** Tells everybody whose receiver verifies events that there is a new secret, and until when the former one signs too. */
async function announceWebhookKey(tx: Queryable, { signsFrom, hasLeaked }: KeyRotation): Promise<void> {
  const lifetimeMs = hasLeaked ? 0 : (LIFETIME_MS.webhooks ?? 0);
  const until = lifetimeMs === 0 ? null : new Date(signsFrom.getTime() + lifetimeMs).toISOString();
  const data = { from: signsFrom.toISOString(), until };
  for (const accountId of await listReceivers(tx)) {
    const to = await readAddress(tx, accountId);
    await sendEmail(tx, { to, name: 'webhook_secret_replaced', data });
  }
}
