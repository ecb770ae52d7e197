import type { Timeouts } from './settings.ts';

/** How long to wait before a video's status is asked for again. */
export interface PollPace {
  /** `progress` is from 0 to 1, and 0 where the server says nothing. */
  pauseMs(elapsedMs: number, progress: number): number;
}

/** Each pause is at most this share of the time that is expected to be left, so that the end is near when it is asked for. */
const SHARE_OF_REST = 0.5;
const GROWTH = 1.5;

/**
 * Seldom at first, often when the end is near: by the progress, or else by what the last video of that size and length took.
 * Where neither is known, and when it takes longer than expected, each pause is longer than the one before.
 */
export function createPollPace(
  { nearPoll, firstPoll, maxPoll }: Pick<Timeouts, 'nearPoll' | 'firstPoll' | 'maxPoll'>,
  knownMs: number | undefined,
): PollPace {
  let growing = knownMs === undefined ? firstPoll : nearPoll;
  return {
    pauseMs(elapsedMs, progress) {
      const expectedMs = progress > 0 ? elapsedMs / progress : knownMs;
      const restMs = expectedMs === undefined ? 0 : expectedMs - elapsedMs;
      if (restMs > 0) return Math.min(maxPoll, Math.max(nearPoll, SHARE_OF_REST * restMs));
      const pauseMs = growing;
      growing = Math.min(maxPoll, growing * GROWTH);
      return pauseMs;
    },
  };
}
