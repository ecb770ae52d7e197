import type { Queryable } from '../db/database.ts';

/** Whether the person has said that they are 18 or older. */
export async function hasConfirmedAge(db: Queryable, accountId: string): Promise<boolean> {
  const [account] = await db.query<{ confirmed: boolean }>(
    'select age_confirmed_at is not null as confirmed from accounts where id = $1',
    [accountId],
  );
  return account?.confirmed ?? false;
}

/** Records that the person says so; the first time counts. */
export async function confirmAge(db: Queryable, accountId: string, at: Date): Promise<void> {
  await db.query('update accounts set age_confirmed_at = coalesce(age_confirmed_at, $2) where id = $1', [
    accountId,
    at,
  ]);
}
