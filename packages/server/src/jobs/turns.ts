/**
 * The order of a pool's queue. Each job gets one number when it is accepted, in seconds of service, and the lowest
 * goes first:
 *
 *     turn = max(clock of the pool, end of the account's last turn) + delay of the priority
 *
 * The clock is the latest start of a turn that was claimed, so an account that waits takes one turn while each
 * other takes one, however many jobs either has. It also moves by itself, a second a minute: what is accepted late
 * enough stands behind what waits, whatever its priority.
 */

export const priorities = { free: 0, pro: 10, max: 20 } as const;
export type Priority = (typeof priorities)[keyof typeof priorities];

/** Seconds of service that each account of a higher priority may take first. */
export const DELAY_SECONDS: Readonly<Record<Priority, number>> = { 0: 60, 10: 10, 20: 0 };

/** Seconds that a pool's clock moves in a second when no claim moves it further. */
export const AGEING = 1 / 60;

/** A job that is expected to take less is counted as this long, so that no flood of trifles is free. */
const LEAST_COST_SECONDS = 0.1;

/** A job's place in the queue of its pool. */
export interface Turn {
  /** What the queue is sorted by. */
  readonly turn: number;
  /** The same without the delay of the priority: where the pool's clock is when the job's time has come. */
  readonly start: number;
  /** Expected seconds of a worker. */
  readonly cost: number;
  /** Where the account's next turn begins at the earliest. */
  readonly end: number;
}

/** The turn of an account's next job; `clock` and `accountEnd` are those of its pool. */
export function takeTurn(
  { clock, accountEnd }: { readonly clock: number; readonly accountEnd: number },
  priority: Priority,
  expectedSeconds: number,
): Turn {
  const start = Math.max(clock, accountEnd);
  const cost = Math.max(LEAST_COST_SECONDS, expectedSeconds);
  return { turn: start + DELAY_SECONDS[priority], start, cost, end: start + cost };
}

/** The clock of a pool once a job is claimed whose turn starts at `start`. */
export function afterClaim(clock: number, start: number): number {
  return Math.max(clock, start);
}

/**
 * No job that is accepted this many seconds later goes first, if the account had no other job waiting: the bound
 * on starving. Its last turn may lie ahead of the clock by what that job cost, `lastCost`.
 */
export function overtakenForSeconds(priority: Priority, lastCost: number): number {
  return (DELAY_SECONDS[priority] + lastCost) / AGEING;
}

/**
 * The most jobs of one other account that go before a job, when each of those takes `cost` seconds and its own
 * account had none waiting: the bound on flooding. One more is under way, and one begins just before.
 */
export function turnsBefore(priority: Priority, lastCost: number, cost: number): number {
  return Math.ceil((DELAY_SECONDS[priority] + lastCost) / cost) + 1;
}
