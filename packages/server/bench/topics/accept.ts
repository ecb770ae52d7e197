import type { Database } from '../../src/db/database.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { runContest } from '../contest.ts';
import { CONTEST_HEADER, CONTEST_NOTE, contestRows, latencyAboveSql } from '../contest-table.ts';
import { acceptRequest, GENERATE_PATH } from '../requests.ts';
import { createAccounts, startService } from '../service.ts';
import { number } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

async function run(bench: Run): Promise<Table> {
  const service = await startService(bench.closing);
  const accounts = await createAccounts(service.database);
  const matches = await runContest(bench, {
    service,
    requests: accounts.map(acceptRequest),
    statement: 'accept',
    ids: accounts.map(({ id }) => id),
  });
  return {
    title: `accept: POST ${GENERATE_PATH}, ${accounts.length} accounts`,
    header: CONTEST_HEADER,
    rows: [
      ...contestRows(matches, 'bare SQL, a transaction each'),
      ['Kinora above the bare SQL', '1', '', '', latencyAboveSql(matches), ''],
    ],
    notes: [CONTEST_NOTE, await describeLedger(service.database, bench.reportFailure)],
  };
}

/** Audits what both Kinora and the bare SQL have written. */
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
