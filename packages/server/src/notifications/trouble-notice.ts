import type { Database } from '../db/database.ts';
import type { WorkersInTrouble } from '../emails/workers-in-trouble.ts';
import { takeUntoldTroubles } from '../workers/worker-trouble.ts';
import { sendEmail } from './email.ts';

const NAMED_MAX = 20;

/** The task of every minute that sends all operators one email about the workers whose trouble lasts. */
export async function sendTroubleNotice(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const workers = await takeUntoldTroubles(tx);
    if (workers.length === 0) return;
    const named = workers.slice(0, NAMED_MAX);
    const data: WorkersInTrouble = {
      workers: named.map((worker) => ({ ...worker, since: worker.since.toISOString() })),
      more: workers.length - named.length,
    };
    const operators = await tx.query<{ email: string }>(
      'select email from accounts where operator and deleted_at is null and banned_at is null order by id',
    );
    for (const { email: to } of operators) await sendEmail(tx, { to, name: 'workers_in_trouble', data });
  });
}
