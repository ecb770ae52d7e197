/** Half a tick of slack: times in a file are rounded. */
const SLACK_SECONDS = 1e-4;

/**
 * The indices, in presentation order, of the frames that represent a video: the first, the last, and the fewest between
 * them that leave no two further apart than `seconds`. Anything shown for that long is therefore in one of them.
 */
export function sampleTimes(startSeconds: readonly number[], seconds: number): number[] {
  const times = startSeconds.toSorted((one, other) => one - other);
  const chosen: number[] = [];
  let since = Number.NEGATIVE_INFINITY;
  for (const [index, time] of times.entries()) {
    const next = times[index + 1];
    if (next !== undefined && next - since <= seconds + SLACK_SECONDS) continue;
    chosen.push(index);
    since = time;
  }
  return chosen;
}
