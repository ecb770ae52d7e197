import type { Database, Queryable } from '../db/database.ts';
import { deleteResult } from '../jobs/library/delete-kept.ts';
import type { DeleteDependencies } from '../jobs/retention/delete-job.ts';
import { showResult } from '../jobs/views/published-asset.ts';

export interface OpenReport {
  readonly id: string;
  readonly jobId: string;
  readonly assetId: string;
  /** The account that ordered the content. */
  readonly accountId: string;
  /** Null for somebody who was not signed in. */
  readonly reporterId: string | null;
  readonly reason: string;
  readonly details: string | null;
  readonly isHidden: boolean;
  readonly createdAt: Date;
}

/** A report that was decided about. */
export interface DecidedReport {
  readonly jobId: string;
  readonly reason: string;
  readonly resolution: 'kept' | 'removed';
  readonly resolvedAt: Date;
}

/** The reports that were decided last. */
export async function listDecidedReports(db: Queryable, limit: number): Promise<DecidedReport[]> {
  return db.query<DecidedReport>(
    `select job_id as "jobId", reason, resolution, resolved_at as "resolvedAt" from content_reports
     where resolved_at is not null order by resolved_at desc, id desc limit $1`,
    [limit],
  );
}

/** The unresolved reports: those whose content is hidden first, then those of csam, then by age. */
export async function listOpenReports(database: Database, limit: number): Promise<OpenReport[]> {
  return database.query<OpenReport>(
    `select content_reports.id, job_id as "jobId", asset_id as "assetId", account_id as "accountId",
       reporter_id as "reporterId", reason, details, hidden_at is not null as "isHidden",
       content_reports.created_at as "createdAt"
     from content_reports join jobs on jobs.id = job_id where resolved_at is null
     order by hidden_at is null, reason <> 'csam', content_reports.created_at, content_reports.id limit $1`,
    [limit],
  );
}

/** Records the decision in its transaction. */
export type RecordDecision = (
  tx: Queryable,
  decided: { readonly jobId: string; readonly accountId: string; readonly reports: number },
) => Promise<void>;

/**
 * Resolves every open report of the content of this one: the content is shown again, and no later report hides it, or
 * it is deleted, with the copy that is kept. Returns the number of reports; undefined when there is no such open report. Of two decisions at
 * once, the first to resolve the reports stands.
 */
export async function resolveReport(
  deletion: DeleteDependencies,
  reportId: string,
  resolution: 'kept' | 'removed',
  record: RecordDecision,
): Promise<number | undefined> {
  const { database, clock } = deletion;
  const [content] = await database.query<{ jobId: string; accountId: string }>(
    `select job_id as "jobId", account_id as "accountId" from content_reports join jobs on jobs.id = job_id
     where content_reports.id = $1 and resolved_at is null`,
    [reportId],
  );
  if (content === undefined) return undefined;
  const { jobId, accountId } = content;
  // The content is deleted before the reports are resolved: after an interruption the report is still open.
  if (resolution === 'removed') await deleteResult(deletion, accountId, jobId);
  return database.transaction(async (tx) => {
    if (resolution === 'kept') await showResult(tx, jobId);
    const resolved = await tx.query(
      `update content_reports set resolved_at = $2, resolution = $3
       where job_id = $1 and resolved_at is null returning id`,
      [jobId, clock.now(), resolution],
    );
    if (resolved.length === 0) return undefined;
    await record(tx, { jobId, accountId, reports: resolved.length });
    return resolved.length;
  });
}
