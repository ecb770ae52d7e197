import type { Database } from '../../src/db/database.ts';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { runContest } from '../contest.ts';
import { CONTEST_HEADER, CONTEST_NOTES, contestRows } from '../contest-table.ts';
import { isInstalled } from '../installed.ts';
import { pgbench } from '../pgbench.ts';
import { bareFastify, bareSql, httpLoad, naiveFastify, SQL_CONNECTIONS_MAX } from '../references.ts';
import { acceptRequest, GENERATE_PATH } from '../requests.ts';
import { type Account, createAccounts, type Service, startService } from '../service.ts';
import { number } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const FEW_ACCOUNTS = 64;
const MANY_ACCOUNTS = 10_000;
const QUICK_MANY_ACCOUNTS = 100;
/** A program of PostgreSQL that the embedded one lacks. */
const hasPgbench = isInstalled('pgbench');

async function run(bench: Run): Promise<Table> {
  const service = await startService(bench.closing);
  const many = await createAccounts(service.database, bench.quick ? QUICK_MANY_ACCOUNTS : MANY_ACCOUNTS);
  const few = many.slice(0, FEW_ACCOUNTS);
  return {
    title: `accept: POST ${GENERATE_PATH}`,
    header: CONTEST_HEADER,
    rows: [
      [`${few.length} accounts`],
      ...(await contest(bench, service, few, [1, 32, 128])),
      [`${number(many.length)} accounts`],
      ...(await contest(bench, service, many, [32, 128])),
      ['one account'],
      ...(await contest(bench, service, few.slice(0, 1), [32])),
    ],
    notes: [
      ...CONTEST_NOTES,
      ...(hasPgbench ? [] : ['pgbench is not installed, so there is no comparison with it.']),
      await describeLedger(service.database, bench.reportFailure),
    ],
  };
}

async function contest(
  bench: Run,
  service: Service,
  accounts: readonly Account[],
  connections: readonly number[],
): Promise<string[][]> {
  const requests = accounts.map(acceptRequest);
  const { connectionString, url } = service;
  const references = [
    bareSql(
      bench,
      service,
      'accept',
      accounts.map(({ id }) => id),
    ),
    ...(hasPgbench ? [await pgbench(bench, service, accounts.length, SQL_CONNECTIONS_MAX)] : []),
    await naiveFastify(bench, { connectionString, accounts }, requests),
    await bareFastify(bench, requests),
  ];
  return contestRows(await runContest(bench, httpLoad(bench, url, requests), references, connections));
}

async function describeLedger(database: Database, reportFailure: Run['reportFailure']): Promise<string> {
  const findings = await auditLedger(database);
  for (const { rule, violations } of findings) {
    for (const violation of violations) reportFailure(`ledger: ${rule}: ${violation}`);
  }
  const [row] = await database.query<{ jobs: number }>('select count(*) as jobs from jobs');
  const broken = findings.filter(({ violations }) => violations.length > 0).length;
  const verdict = broken === 0 ? 'no violations' : `${broken} VIOLATED`;
  return `Ledger after ${number(row?.jobs ?? 0)} accepted jobs: ${findings.length} rules checked, ${verdict}.`;
}

export const accept: Topic = { name: 'accept', summary: 'throughput and latency of an acceptance', run };
