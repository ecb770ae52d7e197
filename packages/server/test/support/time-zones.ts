import assert from 'node:assert/strict';
import { type Database, openDatabase } from '../../src/db/database.ts';

/**
 * UTC; 13 hours ahead of it; behind it by a fraction of an hour; with daylight saving time. Local months differ from
 * UTC's.
 */
export const ZONES = ['UTC', 'Pacific/Apia', 'America/St_Johns', 'Europe/Berlin'] as const;

export type Zone = (typeof ZONES)[number];

/** Sets this process's time zone. */
export function setTimeZone(zone: Zone): void {
  process.env.TZ = zone;
  assert.equal(new Intl.DateTimeFormat().resolvedOptions().timeZone, zone);
}

/** The same database with sessions in `zone`: `current_date` and casts of times are local to it. */
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
