import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Command, UsageError } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import type { Queryable } from '../db/database.ts';
import { systemClock } from '../kernel/clock.ts';
import { readId } from '../kernel/ids.ts';
import { listOpenReports, resolveReport } from '../reports/review-reports.ts';
import { openStore } from '../storage/open-store.ts';
import { addTask } from '../tasks/add-task.ts';
import { recordCommand } from './record-command.ts';
import { withDatabase } from './with-database.ts';

const help = `Usage: kinora reports list [--json]
       kinora reports resolve ID --keep|--remove

list        Lists the open reports of content, at most 200: those with hidden content first, then by age.
resolve     Resolves a report and every other open report of the same content.

  --keep    Keep the content, and show it again if it is hidden; no later report hides it.
  --remove  Delete the content permanently.
  --json    Print one JSON object per line.
`;

const SHOWN = 200;
const flag = { type: 'boolean', default: false } as const;

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { json: flag, keep: flag, remove: flag },
    strict: true,
  });
  const [action, id = '', ...rest] = positionals;
  if (action === 'list' && id === '') return list(values.json);
  if (action !== 'resolve' || rest.length > 0) {
    throw new UsageError('the actions are "reports list" and "reports resolve ID"');
  }
  const reportId = readId(id);
  if (reportId === undefined) {
    throw new UsageError('resolve needs the id of a report, as "reports list" shows it');
  }
  if (values.keep === values.remove) throw new UsageError('resolve needs either --keep or --remove');
  return resolve(reportId, values.keep ? 'kept' : 'removed');
}

async function list(json: boolean): Promise<number> {
  const reports = await withDatabase((database) => listOpenReports(database, SHOWN));
  for (const report of reports) {
    const { id, createdAt, reason, assetId, accountId, isHidden, details } = report;
    const line = `${id}  ${createdAt.toISOString()}  ${JSON.stringify(reason)}${isHidden ? ', hidden' : ''}
  content ${assetId} of account ${accountId}${details === null ? '' : `\n  ${JSON.stringify(details)}`}`;
    writeText(`${json ? JSON.stringify(report) : line}\n`);
  }
  if (reports.length === 0 && !json) writeText('No open reports.\n');
  return 0;
}

async function resolve(id: string, resolution: 'kept' | 'removed'): Promise<number> {
  const resolved = await withDatabase(async (database, _applied, config) => {
    const store = await openStore(config.s3, path.join(config.dataDir, 'blobs'));
    try {
      const purgeLater = async (jobId: string) => void (await addTask(database, 'purge_deleted', { jobId }));
      const purgeCaches = (tx: Queryable, path: string) => addTask(tx, 'purge_caches', { path });
      const deletion = { database, blobs: store.blobs, clock: systemClock, purgeLater, purgeCaches };
      return await resolveReport(deletion, id, resolution, (tx, { accountId }) =>
        recordCommand(tx, 'reports resolve', accountId, { report: id, resolution }),
      );
    } finally {
      store.close();
    }
  });
  if (resolved === undefined) throw new Error(`there is no open report ${id}`);
  const done = resolution === 'kept' ? 'The content is kept' : 'The content is deleted';
  writeText(`${done}; ${resolved} report${resolved === 1 ? '' : 's'} resolved.\n`);
  return 0;
}

export const reports: Command = { help, run };
