import type { Queryable } from '../db/database.ts';
import { sha256 } from '../kernel/ids.ts';

/** A browser of an account; `device` is the secret in its cookie, which is stored as a hash. */
interface Device {
  readonly accountId: string;
  readonly device: string;
}

/** A client without cookies is a new device at each sign-in, so only the latest are kept. */
const KEPT_PER_ACCOUNT = 20;
const RETENTION_MS = 400 * 86_400_000;

/** Remembers that this browser signed up for or signed in to the account; returns whether it was new. */
export async function rememberDevice(
  db: Queryable,
  { accountId, device }: Device,
  at: Date,
): Promise<boolean> {
  const [row] = await db.query<{ isNew: boolean }>(
    `insert into known_devices (account_id, device_hash, created_at, seen_at) values ($1, $2, $3, $3)
     on conflict (account_id, device_hash) do update set seen_at = excluded.seen_at returning xmax = 0 as "isNew"`,
    [accountId, sha256(device), at],
  );
  await db.query(
    `delete from known_devices where account_id = $1 and device_hash in (
       select device_hash from known_devices where account_id = $1
       order by seen_at desc, created_at desc offset $2)`,
    [accountId, KEPT_PER_ACCOUNT],
  );
  return row?.isNew ?? true;
}

/** Whether the account knows any browser. */
export async function hasDevices(db: Queryable, accountId: string): Promise<boolean> {
  const rows = await db.query('select from known_devices where account_id = $1 limit 1', [accountId]);
  return rows.length === 1;
}

/** Whether this browser has signed up for the account or signed in to it. */
export async function isDeviceOf(db: Queryable, { accountId, device }: Device): Promise<boolean> {
  const rows = await db.query('select from known_devices where account_id = $1 and device_hash = $2', [
    accountId,
    sha256(device),
  ]);
  return rows.length === 1;
}

/** Whether this browser has signed up for the account with this email address or signed in to it. */
export async function isKnownDevice(db: Queryable, email: string, device: string): Promise<boolean> {
  const rows = await db.query(
    `select from known_devices
     where account_id = (select id from auth_users where email = lower($1)) and device_hash = $2`,
    [email, sha256(device)],
  );
  return rows.length === 1;
}

/** Forgets every browser of the account. */
export async function forgetDevices(db: Queryable, accountId: string): Promise<void> {
  await db.query('delete from known_devices where account_id = $1', [accountId]);
}

/** Deletes the browsers that were last seen longer ago than their cookie lives. */
export async function sweepDevices(db: Queryable, at: Date): Promise<void> {
  await db.query('delete from known_devices where seen_at < $1', [new Date(at.getTime() - RETENTION_MS)]);
}
