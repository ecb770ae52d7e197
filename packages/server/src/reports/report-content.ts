import { invalidRequest, type Problem, problem } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { PurgeCaches } from '../jobs/retention/purge-caches.ts';
import { hideResult, lockPublished } from '../jobs/views/published-asset.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { decideReport, REPORTS_PER_DAY, type ReportHistory } from './decide-report.ts';

export interface ReportDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly purgeCaches: PurgeCaches;
}

export interface NewReport {
  /** Undefined for somebody who is not signed in; what they may send counts by the network. */
  readonly reporterId: string | undefined;
  readonly network: string;
  /** The id of a result or of its job. */
  readonly contentId: string | undefined;
  readonly reason: string;
  readonly details: string | undefined;
}

const DAY_MS = 86_400_000;
const FALSE_ALARM_MS = 30 * DAY_MS;
// An arbitrary number that no other advisory lock uses.
const REPORTS_LOCK = 7_215_311;

/**
 * Stores a report for a person to review, and hides the content if the reason asks for it. A report that adds nothing is
 * not stored. Locks the job's row, then the reporter's account, if there is one, and the network, so that concurrent reports are counted one
 * by one. Problems: `invalid_request` when there is no such content, `rate_limited` after too many reports in a day.
 */
export async function reportContent(
  { database, clock, purgeCaches }: ReportDependencies,
  report: NewReport,
): Promise<Problem | undefined> {
  const at = clock.now();
  return database.transaction(async (tx) => {
    const { contentId } = report;
    const published = contentId === undefined ? undefined : await lockPublished(tx, contentId, at);
    if (published === undefined) return unknownContent();
    const { jobId } = published;
    const history = await readHistory(tx, jobId, report, at);
    const decision = decideReport(report.reason, history);
    if (decision === 'known') return undefined;
    if (decision === 'limited') return tooMany(history, at);
    await tx.query(
      `insert into content_reports (id, job_id, reporter_id, network, reason, details, hid, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        newId(),
        jobId,
        report.reporterId ?? null,
        report.network,
        report.reason,
        report.details ?? null,
        decision.hides,
        at,
      ],
    );
    if (decision.hides) await hideResult(tx, jobId, at, purgeCaches);
    return undefined;
  });
}

async function readHistory(
  tx: Queryable,
  jobId: string,
  { reporterId, network, reason }: NewReport,
  at: Date,
): Promise<ReportHistory> {
  const isStranger = reporterId === undefined;
  if (!isStranger) await tx.query('select from accounts where id = $1 for no key update', [reporterId]);
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [REPORTS_LOCK, network]);
  const bySender = isStranger ? 'reporter_id is null and network = $2' : 'reporter_id = $2';
  const [history] = await tx.query<Omit<ReportHistory, 'isStranger'>>(
    `select latest.*, content.*, hidden.*,
       (select count(distinct job_id) from content_reports
        where ${bySender} and hid and resolution = 'kept' and created_at > $7) as "falseAlarms",
       (select count(distinct job_id) from content_reports
        where reporter_id is null and hid and created_at > $5) as "hiddenByStrangers"
     from (
       select count(*) as "ofSender", min(created_at) as "oldestOfSender" from (
         select created_at from content_reports where ${bySender} and created_at > $5
         order by created_at desc limit $6) as of_day
     ) as latest, (
       select count(*) filter (where ${bySender}) as "ofContentBySender",
         count(*) filter (where resolved_at is null) as "openOfContent",
         count(*) filter (where ${bySender} and reason = $4 and resolved_at is null) > 0 as "isRepeated",
         count(*) filter (where resolution = 'kept') > 0 as "isKept",
         count(*) filter (where resolution = 'kept' and ${bySender}) > 0 as "isKeptAfterOwn"
       from content_reports where job_id = $1
     ) as content, (
       select count(distinct job_id) filter (where ${bySender}) as "hiddenBySender",
         count(distinct job_id) filter (where network = $3) as "hiddenByNetwork"
       from content_reports where hid and ((${bySender}) or network = $3) and created_at > $5
     ) as hidden`,
    [
      jobId,
      reporterId ?? network,
      network,
      reason,
      new Date(at.getTime() - DAY_MS),
      REPORTS_PER_DAY,
      new Date(at.getTime() - FALSE_ALARM_MS),
    ],
  );
  if (history === undefined) throw new Error('an aggregate has one row');
  return { ...history, isStranger };
}

function unknownContent(): Problem {
  const message = 'names no content here; send the id in the address of the file, or the id of its job';
  return invalidRequest([{ path: 'content_id', message }]);
}

function tooMany({ isStranger, oldestOfSender }: ReportHistory, at: Date): Problem {
  const waitMs = (oldestOfSender ?? at).getTime() + DAY_MS - at.getTime();
  const message = isStranger
    ? `From your network, ${REPORTS_PER_DAY} reports were sent within a day without an account; sign in to send more.`
    : `Your account has sent ${REPORTS_PER_DAY} reports within a day; retry when the oldest is a day old.`;
  return { ...problem('rate_limited', message), retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}
