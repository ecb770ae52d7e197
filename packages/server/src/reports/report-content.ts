import type { Database } from '../db/database.ts';
import type { PurgeCaches } from '../jobs/retention/purge-caches.ts';
import { hideResult, lockPublished } from '../jobs/views/published-asset.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';

export interface ReportDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly purgeCaches: PurgeCaches;
}

export interface NewReport {
  readonly reporterId: string;
  /** The id of a result or of its job. */
  readonly contentId: string;
  readonly reason: string;
  readonly details: string | undefined;
}

/** The reason that hides reported content at once, before a person reviews it. */
const HIDES = 'csam';

/**
 * Stores a report for a person to review. A repeated report by the same person is not stored. Locks the job's row. False
 * when there is no such content.
 */
export async function reportContent(
  { database, clock, purgeCaches }: ReportDependencies,
  { reporterId, contentId, reason, details }: NewReport,
): Promise<boolean> {
  const at = clock.now();
  return database.transaction(async (tx) => {
    const published = await lockPublished(tx, contentId, at);
    if (published === undefined) return false;
    const { jobId } = published;
    await tx.query(
      `insert into content_reports (id, job_id, reporter_id, reason, details, created_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [newId(), jobId, reporterId, reason, details ?? null, at],
    );
    if (reason.toLowerCase() === HIDES) await hideResult(tx, jobId, at, purgeCaches);
    return true;
  });
}
