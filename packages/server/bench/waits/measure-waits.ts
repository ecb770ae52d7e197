import type { Poll, PolledJob } from './simulate-waits.ts';

/** How true the returned seconds were. */
export interface WaitErrors {
  /** Relative to the true seconds, of polls at least 5 s before the end while a worker was alive. */
  readonly queued: readonly number[];
  readonly running: readonly number[];
  /** How often the seconds of a job rose although nothing had changed. */
  readonly rises: number;
  /** Values that were not whole or below 1. */
  readonly wrong: number;
  readonly polls: number;
}

const MIN_SECONDS = 5;

export function measureWaits(jobs: readonly PolledJob[]): WaitErrors {
  const polls = jobs.flatMap((job) =>
    job.polls.map((poll) => ({ ...poll, truth: (job.endedAt ?? 0) - poll.at })),
  );
  const errorsOf = (state: Poll['state']): number[] =>
    polls
      .filter((poll) => poll.state === state && poll.isServed && poll.truth >= MIN_SECONDS)
      .map(({ secondsLeft, truth }) => Math.abs(secondsLeft - truth) / truth);
  const rises = jobs.flatMap(({ polls: ofJob }) =>
    ofJob.filter((poll, at) => {
      const last = ofJob[at - 1];
      return last !== undefined && last.changes === poll.changes && poll.secondsLeft > last.secondsLeft;
    }),
  );
  return {
    queued: errorsOf('queued'),
    running: errorsOf('running'),
    rises: rises.length,
    wrong: polls.filter(({ secondsLeft }) => !Number.isInteger(secondsLeft) || secondsLeft < 1).length,
    polls: polls.length,
  };
}
