import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { BARE_SCHEMA, PRICE_CENTS } from './bare-schema.ts';
import type { Measured } from './closed-loop.ts';
import type { Contestant } from './contest.ts';
import type { Service } from './service.ts';
import type { Run } from './topic.ts';

/** The bare acceptance, sent by PostgreSQL's own load generator: no driver and no JavaScript. */

const run = promisify(execFile);

/** An account has its number as its id. */
const ADD_ACCOUNTS = `insert into bare.accounts
  select lpad(to_hex(n), 32, '0')::uuid, 1e12 from generate_series(1, $1::int) as n on conflict (id) do nothing`;
const ACCOUNT = `lpad(to_hex(:n::int), 32, '0')::uuid`;

const scriptFor = (accounts: number): string => `\\set n random(1, ${accounts})
begin;
update bare.accounts set balance_cents = balance_cents - ${PRICE_CENTS} where id = ${ACCOUNT} and balance_cents >= ${PRICE_CENTS};
insert into bare.jobs values (uuidv7(), ${ACCOUNT}, 'a prompt', 1024, 1024, 7, 'queued', now()) returning id as job \\gset
insert into bare.transactions values (:job::uuid, ${ACCOUNT}, now());
insert into bare.postings values (:job::uuid, 'prepaid', -${PRICE_CENTS}), (:job::uuid, 'held', ${PRICE_CENTS});
commit;
`;

export async function pgbench(
  { closing }: Run,
  { connectionString, database }: Service,
  accounts: number,
  connectionsMax: number,
): Promise<Contestant> {
  await database.query(BARE_SCHEMA);
  await database.query(ADD_ACCOUNTS, [accounts]);
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-bench-'));
  closing.add(() => rm(folder, { recursive: true, force: true }));
  const script = path.join(folder, 'accept.sql');
  await writeFile(script, scriptFor(accounts));
  return {
    name: 'bare acceptance by pgbench',
    connectionsMax,
    async measure({ connections, ms }): Promise<Measured> {
      const seconds = Math.max(1, Math.round(ms / 1000));
      const { stdout } = await run('pgbench', [
        ...['--no-vacuum', '--protocol=prepared', `--client=${connections}`, `--time=${seconds}`],
        ...[`--file=${script}`, connectionString],
      ]);
      const figure = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1]);
      return {
        perSecond: figure(/^tps = ([\d.]+)/m),
        // It prints no median.
        medianMs: Number.NaN,
        p99Ms: Number.NaN,
        failures: figure(/^number of failed transactions: (\d+)/m),
        firstFailure: 'a transaction of pgbench',
      };
    },
  };
}
