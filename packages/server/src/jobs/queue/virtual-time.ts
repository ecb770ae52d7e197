/**
 * Start-time fair queueing, the order of a pool's queue. Each job gets one sort key when it is accepted, in
 * seconds of service, and the lowest goes first:
 *
 *     virtual start  = max(virtual time of the pool, the account's last virtual finish)
 *     virtual finish = virtual start + expected seconds of service
 *     sort key       = virtual start + delay of the priority
 *
 * The pool's virtual time is the latest virtual start that was claimed, so accounts with waiting jobs share
 * the service equally, however many jobs each has. It also ages: it moves by itself, a second a minute, so
 * what is accepted late enough sorts behind what waits, whatever its priority.
 */

export const priorities = { free: 0, pro: 10, max: 20 } as const;
export type Priority = (typeof priorities)[keyof typeof priorities];

/** Seconds of service that each account of a higher priority may take first. */
export const DELAY_SECONDS: Readonly<Record<Priority, number>> = { 0: 60, 10: 10, 20: 0 };

/** Seconds that a pool's virtual time moves in a second when no claim moves it further. */
export const AGEING = 1 / 60;

/** A job that is expected to take less is charged this much, so that no flood of short jobs is free. */
const LEAST_COST_SECONDS = 0.1;

/** A job's place in the queue of its pool, in seconds of service. */
export interface VirtualTimes {
  /** What the queue is sorted by. */
  readonly sortKey: number;
  /** The virtual time of the pool at which the job is due. */
  readonly virtualStart: number;
  /** Expected seconds of a worker. */
  readonly serviceCost: number;
  /** The earliest virtual start of the account's next job. */
  readonly virtualFinish: number;
}

/** The virtual times of an account's next job; `virtualTime` and `lastFinish` are those of its pool. */
export function assignVirtualTimes(
  { virtualTime, lastFinish }: { readonly virtualTime: number; readonly lastFinish: number },
  priority: Priority,
  expectedSeconds: number,
): VirtualTimes {
  const virtualStart = Math.max(virtualTime, lastFinish);
  const serviceCost = Math.max(LEAST_COST_SECONDS, expectedSeconds);
  return {
    sortKey: virtualStart + DELAY_SECONDS[priority],
    virtualStart,
    serviceCost,
    virtualFinish: virtualStart + serviceCost,
  };
}

/** The virtual time of a pool once a job with this virtual start is claimed. */
export function afterClaim(virtualTime: number, virtualStart: number): number {
  return Math.max(virtualTime, virtualStart);
}

/**
 * No job that is accepted this many seconds later goes first, if the account had no other job waiting: the
 * bound on starvation. Its last virtual finish may be ahead of the pool's virtual time by the cost of that
 * job, `lastCost`.
 */
export function overtakenForSeconds(priority: Priority, lastCost: number): number {
  return (DELAY_SECONDS[priority] + lastCost) / AGEING;
}

/**
 * The most jobs of one other account that go before a job, when each of those takes `cost` seconds and its
 * own account had none waiting: the bound on flooding. One more is under way, and one begins just before.
 */
export function jobsBefore(priority: Priority, lastCost: number, cost: number): number {
  return Math.ceil((DELAY_SECONDS[priority] + lastCost) / cost) + 1;
}
