import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from './read-source.ts';

const CREATE = /create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)/gi;
// `for update` locks and `do update` belongs to an insert that names its table itself.
const WRITE =
  /(?<!\bfor\s+|\bdo\s+)\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?"?(\w+)/gi;
const BUILDER = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)$/;

/** The tables that the migrations create. */
export function tablesOf(migrations: string): ReadonlySet<string> {
  const sql = globSync('*.sql', { cwd: migrations }).map((name) =>
    readFileSync(join(migrations, name), 'utf8'),
  );
  return new Set(sql.flatMap((text) => [...text.matchAll(CREATE)].map((match) => match[1] ?? '')));
}

/** Every place where the code writes one of these tables, in SQL text or through a query builder. */
export function writesOf(
  { texts, calls, lineOf }: Pick<Source, 'texts' | 'calls' | 'lineOf'>,
  tables: ReadonlySet<string>,
): readonly { readonly table: string; readonly line: number }[] {
  const written = texts.flatMap(({ text, at }) =>
    [...text.matchAll(WRITE)].map((match) => ({
      table: match[1] ?? '',
      line: lineOf(at) + text.slice(0, match.index).split('\n').length - 1,
    })),
  );
  const built = calls
    .filter(({ name }) => BUILDER.test(name))
    .flatMap((call) => call.arguments.map(({ text = '', at }) => ({ table: text, line: lineOf(at) })));
  return [...written, ...built].filter(({ table }) => tables.has(table));
}
