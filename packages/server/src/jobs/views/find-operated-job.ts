import type { Queryable } from '../../db/database.ts';
import { OPEN_JOB, type OpenJob } from '../../queue/queue-view.ts';
import { FOUND_COLUMNS, type FoundJob, JOIN_OWNER } from './search-jobs.ts';

/** Everything that the operator sees of a job, but its prompt and its result. */
export interface OperatedJob extends FoundJob {
  readonly seed: number;
  readonly sound: boolean;
  readonly engine: string | null;
  readonly progress: number;
  readonly stage: string | null;
  readonly leaseUntil: Date | null;
  readonly blockCategory: string | null;
  readonly zeroRetention: boolean;
  readonly hiddenAt: Date | null;
  readonly hasPrompt: boolean;
  readonly artifactKey: string | null;
  readonly artifactBytes: number | null;
  /** US cents; null while nobody knows. */
  readonly costCents: number | null;
}

/** A column of the copy of a result that is published or kept: what is reported after the job is gone can still be reviewed. */
const OF_COPY = (column: string): string =>
  `(select ${column} from works where job_id = jobs.id), (select ${column} from kept_results where job_id = jobs.id)`;

export async function findOperatedJob(db: Queryable, jobId: string): Promise<OperatedJob | undefined> {
  const [job] = await db.query<OperatedJob>(
    `select ${FOUND_COLUMNS}, seed, sound, engine, progress, stage, lease_until as "leaseUntil",
       block_category as "blockCategory", owning_node_id is not null as "zeroRetention", hidden_at as "hiddenAt",
       coalesce(prompt, ${OF_COPY('prompt')}) is not null as "hasPrompt",
       coalesce(artifact_key, ${OF_COPY('artifact_key')}) as "artifactKey", artifact_bytes as "artifactBytes",
       (select coalesce(open_jobs.cost_cents, ended.cost_cents)::float8 from jobs as ended left join open_jobs using (id)
         where ended.id = jobs.id) as "costCents"
     from current_jobs as jobs ${JOIN_OWNER} where jobs.id = $1`,
    [jobId],
  );
  return job;
}

/** A job that waits or runs, for its expected end. */
export async function findOpenJob(db: Queryable, jobId: string): Promise<OpenJob | undefined> {
  const [job] = await db.query<OpenJob>(`select ${OPEN_JOB} from open_jobs where id = $1`, [jobId]);
  return job;
}

/** What is revealed of a job or of a copy that outlives it; each is null once nothing is left, and for an ephemeral job. */
export interface JobContent {
  readonly accountId: string;
  readonly prompt: string | null;
  readonly negativePrompt: string | null;
  readonly artifactKey: string | null;
}

export async function findJobContent(db: Queryable, jobId: string): Promise<JobContent | undefined> {
  const [content] = await db.query<JobContent>(
    `select account_id as "accountId", coalesce(prompt, ${OF_COPY('prompt')}) as prompt, negative_prompt as "negativePrompt",
       coalesce(artifact_key, ${OF_COPY('artifact_key')}) as "artifactKey" from jobs where id = $1`,
    [jobId],
  );
  return content;
}
