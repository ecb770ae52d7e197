import {
  type Problem,
  poolOfKind,
  problem,
  type RenderKind,
  type VideoMode,
  type WorkerCapability,
} from '@kinora/contract';

/** One thing some worker can do or could do lately. */
export interface Offer extends Pick<WorkerCapability, 'kind' | 'mode'> {
  readonly longestSide: number;
  readonly leavesNoTrace: boolean;
  /** Heard of within the last minute; the others were within `RECENT_MINUTES`. */
  readonly isLive: boolean;
}

/** What an order needs of a worker. */
export interface Need {
  readonly kind: RenderKind;
  readonly mode: VideoMode | null;
  /** Delivered size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly leavesNoTrace: boolean;
}

/**
 * Whether a live worker can serve an order; the problem to answer if none can. A job nobody can take would hold its
 * money for nothing, so it is refused before any is drawn. Problems: `workers_unavailable`, `mode_unavailable`,
 * `mode_temporarily_unavailable`, `mode_input_unsupported`.
 */
export function decideCapacity(need: Need, offers: readonly Offer[]): Problem | undefined {
  const fitting = offers.filter((offer) => serves(offer, need));
  if (fitting.some(({ isLive }) => isLive)) return undefined;
  const isBack = fitting.length > 0;
  const { mode } = need;
  const livePool = offers.filter(({ isLive, kind }) => isLive && poolOfKind[kind] === poolOfKind[need.kind]);
  if (mode === null || livePool.length === 0) return nobody(need, livePool);

  const sameMode = livePool.filter((offer) => offer.mode === mode);
  if (
    need.kind === 'i2v' &&
    !isBack &&
    sameMode.length > 0 &&
    sameMode.every(({ kind }) => kind === 'video')
  ) {
    return problem(
      'mode_input_unsupported',
      `The ${mode} mode of this service takes no uploaded picture. Send the prompt alone, or use another mode.`,
      { video_mode: mode, supported_inputs: ['prompt'] },
    );
  }
  if (mode === 'fast' || sameMode.length > 0) return nobody(need, livePool);
  if (isBack) {
    return problem(
      'mode_temporarily_unavailable',
      `The workers of the ${mode} mode are away for the moment. Nothing was charged; retry in a minute.`,
      { video_mode: mode },
    );
  }
  return problem(
    'mode_unavailable',
    `No worker renders the ${mode} mode at present. Nothing was charged; fast stays available.`,
    { video_mode: mode },
  );
}

function serves(offer: Offer, need: Need): boolean {
  return (
    offer.kind === need.kind &&
    offer.mode === need.mode &&
    offer.longestSide >= Math.max(need.width, need.height) &&
    (offer.leavesNoTrace || !need.leavesNoTrace)
  );
}

/** The sentence says what stands in the way where the workers that are there leave only one thing. */
function nobody(need: Need, live: readonly Offer[]): Problem {
  const alike = live.filter(({ kind, mode }) => kind === need.kind && mode === need.mode);
  const longest = Math.max(0, ...alike.map(({ longestSide }) => longestSide));
  const side = Math.max(need.width, need.height);
  if (alike.length > 0 && longest < side) {
    return problem(
      'workers_unavailable',
      `No worker renders ${need.width}x${need.height} now; up to ${longest} pixels on the longer side are served. Nothing was charged.`,
    );
  }
  if (alike.length > 0 && need.leavesNoTrace) {
    return problem(
      'workers_unavailable',
      'No worker that keeps nothing is there now. Nothing was charged; retry, or leave X-Service-Store out.',
    );
  }
  return problem('workers_unavailable', 'No worker can take this now. Nothing was charged; retry.');
}
