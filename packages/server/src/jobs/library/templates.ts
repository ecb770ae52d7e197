import { type TemplateDraft, templatesMax } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { newId } from '../../kernel/ids.ts';

/** A draft of the studio that a person saved under a name. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly draft: TemplateDraft;
}

/** The templates of an account, newest first. */
export function listTemplates(db: Queryable, accountId: string): Promise<readonly Template[]> {
  return db.query<Template>(
    'select id, name, draft from templates where account_id = $1 order by id desc limit $2',
    [accountId, templatesMax],
  );
}

/** Locks the account's row, so that concurrent ones are counted one by one. `full`: it has too many. */
export async function saveTemplate(
  database: Database,
  accountId: string,
  { name, draft }: Pick<Template, 'name' | 'draft'>,
  at: Date,
): Promise<Template | 'full'> {
  return database.transaction(async (tx) => {
    await tx.query('select from accounts where id = $1 for no key update', [accountId]);
    const known = await tx.query('select from templates where account_id = $1', [accountId]);
    if (known.length >= templatesMax) return 'full';
    const id = newId();
    await tx.query(
      'insert into templates (id, account_id, name, draft, created_at) values ($1, $2, $3, $4, $5)',
      [id, accountId, name, JSON.stringify(draft), at],
    );
    return { id, name, draft };
  });
}

/** False if the account has no such template. */
export async function renameTemplate(
  db: Queryable,
  accountId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const renamed = await db.query(
    'update templates set name = $3 where id = $1 and account_id = $2 returning id',
    [id, accountId, name],
  );
  return renamed.length > 0;
}

export async function deleteTemplate(db: Queryable, accountId: string, id: string): Promise<boolean> {
  const deleted = await db.query('delete from templates where id = $1 and account_id = $2 returning id', [
    id,
    accountId,
  ]);
  return deleted.length > 0;
}
