import type { Queryable } from './database.ts';

/**
 * The migrated schema as readable SQL in a stable order, so that a review shows what a migration changes.
 * Read from the catalogue, because the embedded server has no pg_dump.
 */
export async function describeSchema(database: Queryable): Promise<string> {
  const parts = [
    ...(await describeTypes(database)),
    ...(await describeTables(database)),
    ...(await describeViews(database)),
    ...(await describeFunctions(database)),
    ...(await describeTriggers(database)),
  ];
  return `${parts.join('\n\n')}\n`;
}

async function describeTypes(database: Queryable): Promise<string[]> {
  const types = await database.query<{ name: string; labels: string[] }>(`
    select typname as name, array_agg(enumlabel::text order by enumsortorder) as labels
    from pg_type join pg_enum on enumtypid = pg_type.oid
    where typnamespace = 'public'::regnamespace
    group by typname order by typname`);
  return types.map(
    ({ name, labels }) =>
      `create type ${name} as enum (${labels.map((label) => `'${label.replaceAll("'", "''")}'`).join(', ')});`,
  );
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly identity: '' | 'a' | 'd';
  readonly generated: boolean;
  readonly expression: string | null;
}

async function describeTables(database: Queryable): Promise<string[]> {
  const columns = await database.query<Column>(`
    select relname as "table", quote_ident(attname) as name, format_type(atttypid, atttypmod) as type,
      attnotnull as required, attidentity as identity, attgenerated <> '' as generated,
      pg_get_expr(adbin, adrelid) as expression
    from pg_attribute
      join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    order by relname, attnum`);
  const constraints = await linesByTable(
    database,
    // Since PostgreSQL 18 "not null" is a constraint too; it is described with its column.
    `select conrelid as relation, 'constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid, true) as line
     from pg_constraint where contype <> 'n'
     order by array_position(array['p', 'u', 'f', 'c']::"char"[], contype), conname`,
  );
  const indexes = await linesByTable(
    database,
    `select indrelid as relation, pg_get_indexdef(indexrelid, 0, true) as line from pg_index
     where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
     order by 2`,
  );
  return [...Map.groupBy(columns, ({ table }) => table)].map(([table, ofTable]) => {
    const body = [...ofTable.map(describeColumn), ...(constraints.get(table) ?? [])];
    const create = `create table ${table} (\n${body.map((line) => `  ${line}`).join(',\n')}\n);`;
    return [create, ...(indexes.get(table) ?? []).map((line) => `${line};`)].join('\n');
  });
}

function describeColumn({ name, type, required, identity, generated, expression }: Column): string {
  const value =
    identity !== ''
      ? ` generated ${identity === 'a' ? 'always' : 'by default'} as identity`
      : expression === null
        ? ''
        : generated
          ? ` generated always as (${expression}) stored`
          : ` default ${expression}`;
  return `${name} ${type}${required ? ' not null' : ''}${value}`;
}

/** The lines of `(relation, line)` rows by the name of their table, in the order of the rows. */
async function linesByTable(database: Queryable, rows: string): Promise<Map<string, string[]>> {
  const lines = await database.query<{ table: string; line: string }>(`
    select relname as "table", line
    from (select row_number() over () as place, described.* from (${rows}) as described) as described
      join pg_class on pg_class.oid = relation
    where relnamespace = 'public'::regnamespace
    order by place`);
  return new Map(
    [...Map.groupBy(lines, ({ table }) => table)].map(([table, ofTable]) => [
      table,
      ofTable.map(({ line }) => line),
    ]),
  );
}

async function describeViews(database: Queryable): Promise<string[]> {
  const views = await database.query<{ name: string; kind: string; definition: string }>(`
    select relname as name, case relkind when 'm' then 'materialized view' else 'view' end as kind,
      pg_get_viewdef(oid, true) as definition
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') order by relname`);
  return views.map(({ name, kind, definition }) => `create ${kind} ${name} as\n${definition}`);
}

async function describeFunctions(database: Queryable): Promise<string[]> {
  const functions = await database.query<{ definition: string }>(`
    select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and prokind <> 'a'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by proname, oid::regprocedure::text`);
  return functions.map(({ definition }) => `${definition.trim()};`);
}

async function describeTriggers(database: Queryable): Promise<string[]> {
  const triggers = await database.query<{ definition: string }>(`
    select pg_get_triggerdef(pg_trigger.oid, true) as definition
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal
    order by relname, tgname`);
  return triggers.map(({ definition }) => `${definition};`);
}
