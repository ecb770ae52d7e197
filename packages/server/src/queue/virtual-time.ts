import type { Pool, Tier, tierPriorities } from '@kinora/contract';

/**
 * Start-time fair queueing, the order of a pool's queue. Each job gets one sort key when it is accepted, in
 * seconds of service, and the lowest is claimed first:
 *
 *     virtual start  = max(virtual time of the pool, the account's last virtual finish, its last queued virtual start)
 *     virtual finish = max(virtual time of the pool, the account's last virtual finish) + expected seconds of service
 *     sort key       = virtual start + delay of the priority
 *
 * The last queued virtual start is above the last virtual finish only after the account deleted jobs, whose service it
 * gets back: its next job then shares the place of its last one, and no job is claimed before an earlier one of its account.
 *
 * The pool's virtual time is the latest virtual start that was claimed, so accounts with queued jobs share the
 * service equally, however many jobs each has. It also advances by itself, one second a minute (ageing), so a job that
 * is accepted late enough sorts behind all jobs that are queued by then, whatever its priority.
 */

export type Priority = (typeof tierPriorities)[Tier];

/** The tier whose priority the jobs of v1 have, which have no tier. */
export const V1_TIER = 'pro' satisfies Tier;

/** Seconds of service that each account of a higher priority may get first. */
export const DELAY_SECONDS: Readonly<Record<Priority, number>> = { 0: 60, 10: 10, 20: 0 };

/** Seconds by which a pool's virtual time advances in a second without claims. */
export const AGEING = 1 / 60;

/** The least service cost of a job, so that a flood of short jobs is not free. */
const MIN_COST_SECONDS = 0.1;

/** The virtual time of each pool, in seconds of service. */
export type PoolClocks = Readonly<Record<Pool, number>>;

/** A job's place in the queue of its pool, in seconds of service. */
export interface VirtualTimes {
  /** What the queue is sorted by. */
  readonly sortKey: number;
  /** The virtual time of the pool at which the job may start. */
  readonly virtualStart: number;
  /** Expected seconds of service. */
  readonly serviceCost: number;
  /** The earliest virtual start of the account's next job. */
  readonly virtualFinish: number;
}

/** What the virtual times of an account's next job depend on, in one pool. */
export interface QueueState {
  readonly virtualTime: number;
  /** The last virtual finish of the account. */
  readonly lastFinish: number;
  /** The last virtual start among the account's open jobs; null without any. */
  readonly lastStart: number | null;
}

export function assignVirtualTimes(
  { virtualTime, lastFinish, lastStart }: QueueState,
  priority: Priority,
  expectedSeconds: number,
): VirtualTimes {
  const earliest = Math.max(virtualTime, lastFinish);
  const virtualStart = Math.max(earliest, lastStart ?? earliest);
  const serviceCost = Math.max(MIN_COST_SECONDS, expectedSeconds);
  return {
    sortKey: virtualStart + DELAY_SECONDS[priority],
    virtualStart,
    serviceCost,
    virtualFinish: earliest + serviceCost,
  };
}

/** The virtual time of a pool once a job with this virtual start is claimed. */
export function afterClaim(virtualTime: number, virtualStart: number): number {
  return Math.max(virtualTime, virtualStart);
}

/**
 * The bound on starvation: no job that is accepted this many seconds after a job starts before it, if the account of that
 * job had no other job queued. The account's last virtual finish may be ahead of the pool's virtual time by `lastCost`, the
 * cost of its previous job.
 */
export function overtakenForSeconds(priority: Priority, lastCost: number): number {
  return (DELAY_SECONDS[priority] + lastCost) / AGEING;
}

/**
 * The bound on flooding: the most jobs of one other account that start before a job whose account had no other job
 * queued. One more of them may be running, and one may start just before. If the other account has jobs of several
 * priorities, the claim of one with a short delay lets the virtual time pass those with a longer delay, by at most the
 * difference.
 */
export function jobsBefore(priority: Priority, lastCost: number, other: CompetingJobs): number {
  const delays = other.priorities.map((each) => DELAY_SECONDS[each]);
  const difference = Math.max(...delays) - Math.min(...delays);
  return Math.ceil((DELAY_SECONDS[priority] + lastCost + difference) / other.cost) + 1;
}

/** The jobs of one other account: the least service cost among them, in seconds, and their priorities. */
export interface CompetingJobs {
  readonly cost: number;
  readonly priorities: readonly Priority[];
}
