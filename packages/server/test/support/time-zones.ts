import assert from 'node:assert/strict';
import { type Database, openDatabase } from '../../src/db/database.ts';

/** Days ahead of UTC and behind it, by half an hour more, and in and out of summer time: there a local month is not the UTC one. */
export const ZONES = ['UTC', 'Pacific/Apia', 'America/St_Johns', 'Europe/Berlin'] as const;

export type Zone = (typeof ZONES)[number];

/** Moves this process: every local date of it is of `zone` from now on. */
export function moveProcessTo(zone: Zone): void {
  process.env.TZ = zone;
  assert.equal(new Intl.DateTimeFormat().resolvedOptions().timeZone, zone);
}

/** The same database as its operator's zone makes it look: `current_date` and casts of times are local to `zone`. */
async function openDatabaseIn(zone: Zone, connectionString: string): Promise<Database> {
  const options = `options=${encodeURIComponent(`-c timezone=${zone}`)}`;
  const database = openDatabase({
    connectionString: `${connectionString}${connectionString.includes('?') ? '&' : '?'}${options}`,
    maxConnections: 2,
    onError: () => {},
  });
  const [session] = await database.query<{ zone: string }>(`select current_setting('timezone') as zone`);
  assert.equal(session?.zone, zone);
  return database;
}

/** The same database in each zone. */
export async function openDatabaseEverywhere(connectionString: string): Promise<Map<Zone, Database>> {
  const opened = ZONES.map(
    async (zone): Promise<[Zone, Database]> => [zone, await openDatabaseIn(zone, connectionString)],
  );
  return new Map(await Promise.all(opened));
}
