import type { Queryable } from '../db/database.ts';
import { readSecrets, type Secrets, secretsFile, writeSecrets } from './secrets-file.ts';

/** An arbitrary number that no other advisory lock uses. */
const SECRETS_LOCK = 5_481_193;

/**
 * Changes the file of a data directory; leaves it alone if `change` returns what it was given. The advisory lock of the
 * transaction lets one process at a time do so, because a file has no locks that every system knows. Returns what the file
 * has then.
 */
export async function changeSecrets(
  tx: Queryable,
  dataDir: string,
  change: (secrets: Secrets) => Secrets,
): Promise<Secrets> {
  await tx.query('select pg_advisory_xact_lock($1)', [SECRETS_LOCK]);
  const secrets = await readSecrets(secretsFile(dataDir));
  if (secrets === undefined) throw new Error(`${dataDir} has no secrets.json`);
  const changed = change(secrets);
  if (changed !== secrets) await writeSecrets(secretsFile(dataDir), changed);
  return changed;
}
