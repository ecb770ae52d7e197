import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Token } from './source-tokens.ts';

const CREATE = /create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)/gi;
// `for update` locks and `do update` belongs to an insert that names its table itself.
const WRITE =
  /(?<!\bfor\s+|\bdo\s+)\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?"?(\w+)/gi;
const BUILDERS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);

/** The tables that the migrations create. */
export function tablesOf(migrations: string): ReadonlySet<string> {
  const sql = globSync('*.sql', { cwd: migrations }).map((name) =>
    readFileSync(join(migrations, name), 'utf8'),
  );
  return new Set(sql.flatMap((text) => [...text.matchAll(CREATE)].map((match) => match[1] ?? '')));
}

/** Every place where the code writes one of these tables, in SQL text or through a query builder. */
export function writesOf(
  code: readonly Token[],
  tables: ReadonlySet<string>,
): readonly { readonly table: string; readonly line: number }[] {
  return code.flatMap((token, at) => {
    if (token.kind !== 'string' && token.kind !== 'template') return [];
    const isBuilt = code[at - 1]?.text === '(' && BUILDERS.has(code[at - 2]?.text ?? '');
    const built = isBuilt ? [{ table: token.text, line: token.line }] : [];
    const written = [...token.text.matchAll(WRITE)].map((match) => ({
      table: match[1] ?? '',
      line: token.line + token.text.slice(0, match.index).split('\n').length - 1,
    }));
    return [...built, ...written].filter(({ table }) => tables.has(table));
  });
}
