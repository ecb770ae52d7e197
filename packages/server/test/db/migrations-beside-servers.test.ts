import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { readMigrations } from '../../src/db/migrate.ts';

/**
 * A server that is replaced migrates the database while others of the version before still use it. So a migration after the first
 * release only adds, and holds no lock for longer than a request waits.
 */

/** Those of version 0.1.0. */
const FIRST_RELEASE = 28;
/** Above a statement that breaks a rule: why the servers of the version before do not notice. */
const REASON = /^-- Beside earlier servers: \S/m;

interface Rule {
  readonly breaks: RegExp;
  readonly because: string;
}

const OF_EARLIER: readonly Rule[] = [
  {
    breaks:
      /\bdrop (?:table|view|column|type|function|trigger)\b|\balter table \S+ drop (?!constraint|not null)/,
    because: 'an earlier server uses it; drop it in the version after the one that stops using it',
  },
  { breaks: /\brename\b/, because: 'an earlier server uses the former name' },
];
const OF_TABLES: readonly Rule[] = [
  { breaks: /\bset not null\b/, because: 'an earlier server writes rows without it, and all rows are read' },
  {
    breaks: /\badd (?:column )?(?!constraint)(?!.*\bdefault\b).*\bnot null\b/,
    because: 'an earlier server inserts rows without it; give it a default',
  },
  {
    breaks:
      /\btype\b|\badd (?:column )?(?!constraint).*\b(?:stored|default (?!null|true|false|'|-?\d|now\(\)))/,
    because: 'every row is written anew, under a lock',
  },
  {
    breaks: /\badd\b(?!.*\bnot valid\b).*\b(?:check|references|unique|primary key|foreign key)\b/,
    because: 'every row is read, under a lock; add the constraint as not valid',
  },
];
const INDEX: Rule = {
  breaks: /^create (?:unique )?index\b/,
  because: 'nobody writes to the table while the index is built',
};

/** What is wrong with a migration beside servers of the version before. */
function breachesOf(sql: string): string[] {
  const statements = sql
    .split(';')
    .map((text) => ({ text: inOneLine(text), isExplained: REASON.test(text) }));
  const created = new Set(statements.map(({ text }) => /^create table (\w+)/.exec(text)?.[1]));
  return statements.flatMap(({ text, isExplained }) => {
    const table = /^(?:alter table|create (?:unique )?index \w+ on) (?:only )?(\w+)/.exec(text)?.[1];
    if (isExplained || (table !== undefined && created.has(table))) return [];
    const rules = [...OF_EARLIER, ...(text.startsWith('alter table') ? OF_TABLES : [INDEX])];
    const actions = text.split(/,(?![^(]*\))/);
    return rules
      .filter(({ breaks }) => actions.some((action) => breaks.test(action)))
      .map(({ because }) => `${text.slice(0, 80)}: ${because}`);
  });
}

const inOneLine = (sql: string): string =>
  sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();

test('a migration after the first release only adds, and keeps no table locked', async () => {
  verifies('DEC-UPGRADE-01');
  const later = (await readMigrations()).filter(({ version }) => version > FIRST_RELEASE);
  assert.deepEqual(
    later.flatMap(({ name, sql }) => breachesOf(sql).map((breach) => `${name}: ${breach}`)),
    [],
  );
});

for (const sql of [
  'alter table jobs drop column seed',
  'alter table jobs drop seed',
  'drop table works',
  'drop view current_jobs',
  'alter table jobs rename column seed to grain',
  'alter table jobs alter column worker set not null',
  'alter table jobs add column speed integer not null',
  'alter table jobs\n  add column a integer,\n  add speed integer not null',
  'alter table jobs alter column seed type bigint',
  'alter table jobs add column named text generated always as (lower(prompt)) stored',
  'alter table jobs add column token uuid default gen_random_uuid()',
  'alter table jobs add column speed integer check (speed > 0)',
  'alter table jobs add column template_id uuid references templates',
  'alter table jobs add constraint jobs_seed check (seed > 0)',
  'create index jobs_seed on jobs (seed)',
  'create unique index jobs_seed on jobs (seed)',
]) {
  test(`the rules find: ${sql}`, () => {
    assert.equal(breachesOf(`-- Why.\n${sql};`).length, 1);
    assert.deepEqual(breachesOf(`-- Beside earlier servers: the table is small.\n${sql};`), []);
  });
}

test('the rules allow what adds', () => {
  const sql = `-- A table, with what belongs to it.
    create table pages (id uuid primary key, at timestamptz not null, job_id uuid references jobs);
    create index pages_at on pages (at);
    alter table pages add column name text not null;
    alter table jobs add column speed integer, add column is_fast boolean not null default false;
    alter table jobs add constraint jobs_speed check (speed > 0) not valid;
    insert into pages select id, created_at, id from jobs limit 1;`;
  assert.deepEqual(breachesOf(sql), []);
});
