import type { FailureCause, JobState } from '../../queue/job-state.ts';

const FAILED =
  'The job could not be rendered, and nothing was charged. Send it again; if it fails again, change the request.';

const NOT_STORED =
  'The result is rendered but could not be stored, and nothing was charged. The storage of this service is at fault, not your request: send it again later.';

const CANCELLED =
  'The operator of this service cancelled the job, and nothing was charged. Send it again later, or contact support.';

const NOT_STARTED =
  'No worker started for the job in time, and nothing was charged. Send it again later, or use another model.';

const BLOCKED: ReadonlyMap<string | null, string> = new Map([
  ['sexual', 'explicit sexual content'],
  ['suggestive', 'sexually suggestive content'],
]);

interface JobEnd {
  readonly state: JobState;
  /** Null unless the safety check blocked the result. */
  readonly blockCategory: string | null;
  /** Null where its owner need not know why it failed. */
  readonly failureCause: FailureCause | null;
}

/**
 * Tells the owner of a job why it has no result, in one of a few sentences. The words of a worker are kept for the
 * operator and never shown: they may contain its paths and addresses, or whatever a rogue worker wants to tell a
 * customer.
 */
export function endMessage({ state, blockCategory, failureCause }: JobEnd): string {
  if (failureCause === 'storage') return NOT_STORED;
  if (failureCause === 'cancelled') return CANCELLED;
  if (failureCause === 'not_started') return NOT_STARTED;
  if (state !== 'blocked') return FAILED;
  const found = BLOCKED.get(blockCategory);
  const reason =
    found === undefined
      ? 'The safety check rejected the result'
      : `The safety check found ${found} in the result`;
  return `${reason}, so it is not delivered and costs nothing. Change the prompt and send it again.`;
}

/** The category of a blocked result, for its owner; a category that this service does not know is `content_policy`. */
export function shownCategory(blockCategory: string): string {
  return BLOCKED.has(blockCategory) ? blockCategory : 'content_policy';
}
