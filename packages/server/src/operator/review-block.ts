import { ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import { forgetRejection } from '../access/rejections.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { SecurityEvent } from '../security-log/security-event.ts';
import { type Operator, recordAction } from './operator-action.ts';

/** `mistaken`: the output check was wrong, so the block does not count towards a suspension. */
export type BlockDecision = 'upheld' | 'mistaken';

const DECIDED = problem(
  'changed_meanwhile',
  'An operator has decided about this block already, and the first decision stands. Reload the page.',
);

/**
 * Decides about a job that the output check blocked; the first decision stands. The result itself was never sent to the
 * server, so it stays undelivered, and its price stays released. Problems: `not_found`, `changed_meanwhile`.
 */
export async function reviewBlock(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  operator: Operator,
  jobId: string,
  { decision, reason }: { readonly decision: BlockDecision; readonly reason: string },
): Promise<Result<SecurityEvent, Problem>> {
  const at = clock.now();
  return database.transaction<Result<SecurityEvent, Problem>>(async (tx) => {
    const [job] = await tx.query<{ accountId: string }>(
      `select account_id as "accountId" from jobs where id = $1 and state = 'blocked'`,
      [jobId],
    );
    if (job === undefined) return refused(problem('not_found', 'There is no such blocked job.'));
    const decided = await tx.query(
      `insert into block_reviews (job_id, decision, operator_id, reviewed_at) values ($1, $2, $3, $4)
       on conflict (job_id) do nothing returning job_id`,
      [jobId, decision, operator.accountId, at],
    );
    if (decided.length === 0) return refused(DECIDED);
    if (decision === 'mistaken') await forgetRejection(tx, jobId);
    const details = { job: jobId, decision, reason };
    const action = { kind: 'block_reviewed', accountId: job.accountId, details } as const;
    return ok(await recordAction(tx, operator, action, at));
  });
}
