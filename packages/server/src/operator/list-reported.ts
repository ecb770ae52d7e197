import type { Medium, OperatorReports } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { listDecidedReports, listOpenReports } from '../reports/review-reports.ts';

const OPEN_SHOWN = 100;
const DECIDED_SHOWN = 50;

/** The reported contents that wait for a decision, in the order of their first report, and the last decisions. */
export async function listReported(database: Database): Promise<OperatorReports> {
  const [open, decided] = await Promise.all([
    listOpenReports(database, OPEN_SHOWN),
    listDecidedReports(database, DECIDED_SHOWN),
  ]);
  const emails = await emailsOf(
    database,
    open.flatMap(({ accountId, reporterId }) =>
      reporterId === null ? [accountId] : [accountId, reporterId],
    ),
  );
  const media = await mediaOf(
    database,
    open.map(({ jobId }) => jobId),
  );
  const contents = [...Map.groupBy(open, ({ jobId }) => jobId)].map(([jobId, reports]) => {
    const { accountId, isHidden } = reports[0] as (typeof open)[number];
    return {
      job_id: jobId,
      account_id: accountId,
      email: emails.get(accountId) ?? '',
      pool: media.get(jobId) ?? 'image',
      hidden: isHidden,
      reports: reports.map(({ id, reason, details, reporterId, createdAt }) => ({
        id,
        reason,
        details,
        reporter_email: reporterId === null ? null : (emails.get(reporterId) ?? ''),
        created_at: createdAt.toISOString(),
      })),
    };
  });
  return {
    contents,
    decided: decided.map(({ jobId, reason, resolution, resolvedAt }) => ({
      job_id: jobId,
      reason,
      resolution,
      resolved_at: resolvedAt.toISOString(),
    })),
  };
}

async function emailsOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; email: string }>(
    'select id, email from accounts where id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}

async function mediaOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Medium>> {
  const rows = await db.query<{ id: string; medium: Medium }>(
    'select id, medium from jobs where id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, medium }) => [id, medium]));
}
