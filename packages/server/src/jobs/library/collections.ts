import { collectionsMax } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { newId } from '../../kernel/ids.ts';
import { retainedSince } from '../retention/retained.ts';

/** A set of results with a name, or the favourites. A result may be in several. */
export interface Collection {
  readonly id: string;
  /** Null for the favourites. */
  readonly name: string | null;
  readonly results: number;
}

/** The favourites of an account in a path: they are there before their row is. */
export const FAVOURITES = 'favourites';

/** The collections of an account by name, after its favourites if it has some. */
export function listCollections(db: Queryable, accountId: string): Promise<readonly Collection[]> {
  return db.query<Collection>(
    `select id, name, (select count(*) from collected_results where collection_id = collections.id)::int as results
     from collections where account_id = $1 order by name is not null, lower(name), id`,
    [accountId],
  );
}

/** Locks the account's row, so that concurrent ones are counted one by one. `full`: it has too many. */
export async function createCollection(
  database: Database,
  accountId: string,
  name: string,
  at: Date,
): Promise<Collection | 'full'> {
  return database.transaction(async (tx) => {
    await tx.query('select from accounts where id = $1 for no key update', [accountId]);
    const known = await tx.query('select from collections where account_id = $1 and name is not null', [
      accountId,
    ]);
    if (known.length >= collectionsMax) return 'full';
    const id = newId();
    await tx.query('insert into collections (id, account_id, name, created_at) values ($1, $2, $3, $4)', [
      id,
      accountId,
      name,
      at,
    ]);
    return { id, name, results: 0 };
  });
}

/** False if the account has no such collection; the favourites have no other name. */
export async function renameCollection(
  db: Queryable,
  accountId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const renamed = await db.query(
    'update collections set name = $3 where id = $1 and account_id = $2 and name is not null returning id',
    [id, accountId, name],
  );
  return renamed.length > 0;
}

/** Deletes a collection and none of its results. */
export async function deleteCollection(db: Queryable, accountId: string, id: string): Promise<boolean> {
  const deleted = await db.query(
    'delete from collections where id = $1 and account_id = $2 and name is not null returning id',
    [id, accountId],
  );
  return deleted.length > 0;
}

export interface CollectionChange {
  /** The ids of jobs. */
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * Puts results into a collection, or takes them out. What is not a result of the account, or is gone, is left out. `id` may be
 * `FAVOURITES`. Locks the jobs' rows in the order of their ids. False if the account has no such collection.
 */
export async function changeCollection(
  database: Database,
  accountId: string,
  id: string,
  { add, remove }: CollectionChange,
  at: Date,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const collectionId = id === FAVOURITES ? await openFavourites(tx, accountId, at) : id;
    const found = await tx.query('select from collections where id = $1 and account_id = $2 for share', [
      collectionId,
      accountId,
    ]);
    if (found.length === 0) return false;
    await tx.query('delete from collected_results where collection_id = $1 and job_id = any($2::uuid[])', [
      collectionId,
      remove,
    ]);
    await tx.query(
      `insert into collected_results (collection_id, job_id)
       select $1, id from (
         select id from jobs where id = any($2::uuid[]) and account_id = $3 and interface = 'job_api'
           and ((deleted_at is null and (ended_at is null or ended_at > $4))
             or exists (select from kept_results where job_id = jobs.id))
         order by id for share) as theirs
       on conflict do nothing`,
      [collectionId, add, accountId, retainedSince(at)],
    );
    return true;
  });
}

async function openFavourites(tx: Queryable, accountId: string, at: Date): Promise<string> {
  await tx.query(
    `insert into collections (id, account_id, created_at) values ($1, $2, $3)
     on conflict (account_id) where name is null do nothing`,
    [newId(), accountId, at],
  );
  const [favourites] = await tx.query<{ id: string }>(
    'select id from collections where account_id = $1 and name is null',
    [accountId],
  );
  if (favourites === undefined) throw new Error('the favourites were just opened');
  return favourites.id;
}

/** Takes those of these results out of every collection of which nothing is left: neither the job nor a copy. */
export async function forgetCollected(tx: Queryable, jobIds: readonly string[]): Promise<void> {
  await tx.query(
    `delete from collected_results as collected using jobs
     where job_id = any($1::uuid[]) and jobs.id = job_id and deleted_at is not null
       and not exists (select from kept_results where kept_results.job_id = collected.job_id)`,
    [jobIds],
  );
}

/** Deletes what a person made of the results: collections and templates. The results themselves are deleted before. */
export async function forgetLibrary(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('delete from collections where account_id = $1', [accountId]);
  await tx.query('delete from templates where account_id = $1', [accountId]);
}
