import type { Queryable } from '../db/database.ts';

/** Whether every account was measured on this UTC day, or on a later one. */
export async function isStorageCharged(db: Queryable, day: string): Promise<boolean> {
  const rows = await db.query('select from ledger_closing where storage_charged_on >= $1::date', [day]);
  return rows.length > 0;
}

/** Records that every account was measured on this UTC day: who keeps more later on it is charged from the next one. */
export async function markStorageCharged(db: Queryable, day: string): Promise<void> {
  await db.query('update ledger_closing set storage_charged_on = greatest(storage_charged_on, $1::date)', [
    day,
  ]);
}
