/** What the status of something that was ordered means. `refused`: it was not made, and would not be another time. */
export type State = 'waiting' | 'drawing' | 'done' | 'failed' | 'refused' | 'unknown';

/** Every word that a vendor is known to use, by its meaning: lower case, with hyphens, and without `NOISE`. */
const WORDS: Readonly<Record<Exclude<State, 'unknown'>, string>> = {
  failed:
    'failed fail failure failing error errored errors cancelled canceled cancel cancelling canceling aborted expired timeout ' +
    'timed-out time-out deleted terminated killed crashed interrupted stopped not-found missing exception lost invalid dead incomplete',
  refused:
    'rejected refused blocked denied declined moderated moderation-blocked filtered flagged censored nsfw policy-violation ' +
    'violation unsafe',
  waiting:
    'queued queue in-queue queueing queuing enqueued pending submitted submitting throttled waiting wait scheduled accepted ' +
    'received created new preparing prepared not-started not-ready not-start unstarted initialized initializing initialised ' +
    'initialising init deferred delayed held on-hold paused suspended',
  drawing:
    'in-progress progress processing process running run starting started generating rendering drawing working active executing ' +
    'ongoing encoding decoding uploading downloading finalizing finalising dreaming loading booting warming-up post-processing ' +
    'postprocessing streaming saving retrying computing doing handling in-process not-finished not-completed not-done',
  done: 'completed complete completion succeeded succeed success successful done finished finish ready ok okay generated rendered available delivered',
};

/** What words say beside their meaning, as in `TASK_STATUS_SUCCEED`. */
const NOISE = new Set(
  'task job status state video image generation prediction request content output result the is was has been successfully'.split(
    ' ',
  ),
);

const STATES = new Map(
  Object.entries(WORDS).flatMap(([state, words]) =>
    words.split(' ').map((word) => [word, state as State] as const),
  ),
);

/** What a vendor's word means, however it is written. */
export function stateOf(word: string): State {
  const parts = word
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '' && !NOISE.has(part));
  return STATES.get(parts.join('-')) ?? 'unknown';
}

/** The least hopeful first: wrappers say that a call went well, and within is what became of the job. */
const ORDER: readonly State[] = ['failed', 'refused', 'waiting', 'drawing', 'unknown', 'done'];

/** What several words of one answer mean together, and the word that says so. */
export function readWords(words: readonly string[]): { readonly state: State; readonly word: string } {
  const read = words.map((word) => ({ state: stateOf(word), word }));
  for (const state of ORDER) {
    const found = read.find((one) => one.state === state);
    if (found !== undefined) return found;
  }
  return { state: 'unknown', word: '' };
}
