import type { OperatorWorkers } from '@kinora/contract';

type RendererTime = OperatorWorkers['workers'][number]['renderer']['day'];
type Activity = keyof RendererTime;

/** What a renderer does, as a bar shows it. */
type RendererState = 'rendering' | 'loading' | 'jobs' | 'service';

export interface RendererShare {
  readonly state: RendererState;
  readonly name: string;
  /** Percent of the time that is known. */
  readonly percent: number;
  /** The waits for the service, the longest first. */
  readonly reasons: readonly { readonly name: string; readonly percent: number }[];
}

/** Why a renderer waits for the service. */
const REASONS: readonly (readonly [Activity, string])[] = [
  ['leasing', 'asking for the next job'],
  ['preparing', 'preparing a job'],
  ['delivering', 'delivering results'],
  ['renderer_not_ready', 'renderer not ready'],
  ['server_unreachable', 'server unreachable'],
];

/** The shares of the time of a worker's renderers; undefined if it has reported nothing. */
export function rendererShares(time: RendererTime): readonly RendererShare[] | undefined {
  const all = Object.values(time).reduce((sum, ms) => sum + ms, 0);
  if (all === 0) return undefined;
  const percentOf = (ms: number) => (100 * ms) / all;
  const reasons = REASONS.map(([activity, name]) => ({ name, percent: percentOf(time[activity]) }))
    .filter(({ percent }) => percent > 0)
    .toSorted((one, other) => other.percent - one.percent);
  const share = (state: RendererState, name: string, ms: number) => ({
    state,
    name,
    percent: percentOf(ms),
    reasons: [],
  });
  return [
    share('rendering', 'rendering', time.rendering),
    share('loading', 'loading models', time.loading),
    share('jobs', 'waiting for jobs', time.waiting_for_jobs),
    {
      state: 'service',
      name: 'waiting for the service',
      percent: reasons.reduce((sum, { percent }) => sum + percent, 0),
      reasons,
    },
  ];
}

/** Such as 99.6 %: what is neither 0 nor all is never shown as that. */
export function percentText(percent: number): string {
  if (percent === 0) return '0 %';
  if (percent < 0.1) return '< 0.1 %';
  if (percent < 10 || (percent > 99 && percent < 100)) {
    const shown = Math.floor(percent * 10 + 1e-6) / 10;
    return `${shown} %`;
  }
  return `${Math.round(percent)} %`;
}
