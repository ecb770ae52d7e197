import type { JobApiJobStatus } from '@kinora/contract';

/** Jobs in the order in which the studio shows them: by day, and within a day by prompt. Pure. */

/** Results of one prompt under its heading; or, without a prompt, results that are the only ones of theirs. */
interface Group {
  readonly prompt: string | undefined;
  readonly jobs: readonly JobApiJobStatus[];
}

export interface Day {
  /** The beginning of the day in the reader's zone, in milliseconds. */
  readonly startsAt: number;
  readonly groups: readonly Group[];
}

/** The groups of each day, that with the newest job first. `jobs` are the newest first. */
export function groupJobs(jobs: readonly JobApiJobStatus[]): readonly Day[] {
  const days: { readonly startsAt: number; readonly prompts: Map<string, JobApiJobStatus[]> }[] = [];
  for (const job of jobs) {
    const at = job.created * 1000;
    let day = days.at(-1);
    if (day === undefined || at < day.startsAt) {
      day = { startsAt: new Date(at).setHours(0, 0, 0, 0), prompts: new Map() };
      days.push(day);
    }
    // What is left of a job whose prompt is deleted belongs to no other.
    const key = job.prompt ?? `\0${job.job_id}`;
    const of = day.prompts.get(key);
    if (of === undefined) day.prompts.set(key, [job]);
    else of.push(job);
  }
  return days.map(({ startsAt, prompts }) => ({ startsAt, groups: groupsOf([...prompts.values()]) }));
}

/** Single results beside each other become one group: a heading and a row for each would be mostly empty. */
function groupsOf(prompts: readonly (readonly JobApiJobStatus[])[]): readonly Group[] {
  const groups: { readonly prompt: string | undefined; readonly jobs: JobApiJobStatus[] }[] = [];
  for (const jobs of prompts) {
    const last = groups.at(-1);
    const [first] = jobs;
    if (jobs.length > 1) groups.push({ prompt: first?.prompt, jobs: [...jobs] });
    else if (last !== undefined && last.prompt === undefined) last.jobs.push(...jobs);
    else groups.push({ prompt: undefined, jobs: [...jobs] });
  }
  return groups;
}

export const VARIANTS_MAX = 4;
/** Variants that waited for their turn are ordered one after the other. */
const APART_MAX_SECONDS = 3600;

/** The newest job, and before it those that differ in nothing but the seed. */
export function newestOrder(jobs: readonly JobApiJobStatus[]): readonly JobApiJobStatus[] {
  const differs = (job: JobApiJobStatus, at: number): boolean => {
    const newer = jobs[at - 1];
    if (newer === undefined) return false;
    return (
      at >= VARIANTS_MAX ||
      job.prompt !== newer.prompt ||
      job.type !== newer.type ||
      job.width !== newer.width ||
      job.height !== newer.height ||
      newer.created - job.created > APART_MAX_SECONDS
    );
  };
  const end = jobs.findIndex(differs);
  return end < 0 ? jobs : jobs.slice(0, end);
}
