import type { JobState } from '../job-state.ts';

const FAILED =
  'The job could not be rendered, and nothing was charged. Send it again; if it fails again, change the request.';

const BLOCKED: ReadonlyMap<string | null, string> = new Map([
  ['sexual', 'explicit sexual content'],
  ['suggestive', 'sexually suggestive content'],
]);

/**
 * Tells the owner of a job why it has no result, in one of a few sentences. The words of a worker are kept for the operator
 * and never shown: they may contain its paths and addresses, or whatever a rogue worker wants to tell a customer.
 */
export function endMessage(state: JobState, blockCategory: string | null): string {
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
