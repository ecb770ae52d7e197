/** What `npm run bench renderer` measures: a renderer with a queue of jobs, or with one job at a time. */

export interface Row {
  /** As it is given on the command line. */
  readonly name: string;
  readonly title: string;
  readonly engine: 'comfyui' | 'openai';
  readonly medium: 'image' | 'video';
  readonly renderMs: number;
  /** Jobs that wait from the start; absent where each is ordered when the one before has ended. */
  readonly waiting?: number;
  /** Whether worker and server are far from each other. */
  readonly isSlow: boolean;
  /** The least share of the time that the renderer renders; of a job alone the most milliseconds beside its render. */
  readonly goal: number;
}

type Case = readonly [seconds: number, jobs: number, jobsIfSlow: number];

/** Jobs for at least a minute, or half a minute over the slow network. */
const IMAGES: readonly Case[] = [
  [0.3, 100, 100],
  [1, 100, 40],
  [3, 20, 12],
];
const VIDEOS: readonly Case[] = [[3, 20, 12]];

/** In percent. */
const GOALS: Readonly<Record<string, number>> = {
  'comfyui-image-0.3': 96,
  'comfyui-image-1': 99,
  'comfyui-image-3': 99.5,
  'comfyui-video-3': 99,
  'openai-image-0.3': 98,
  'openai-image-1': 99.5,
  'openai-image-3': 99.8,
  'openai-video-3': 98,
};
/** How much less it may be over the slow network. */
const LOSS_IF_SLOW = 2;
const GOAL_ALONE_MS = { image: 250, video: 600 };
const ALONE_SECONDS = { image: 1, video: 3 };

const ENGINES = { comfyui: 'ComfyUI', openai: 'OpenAI-compatible' } as const;
const MEDIA = ['image', 'video'] as const;

function rowsWithQueue(isSlow: boolean): Row[] {
  return engines().flatMap((engine) =>
    MEDIA.flatMap((medium) =>
      (medium === 'image' ? IMAGES : VIDEOS).map(([seconds, jobs, jobsIfSlow]): Row => {
        const name = `${engine}-${medium}-${seconds}`;
        const goal = GOALS[name] ?? Number.NaN;
        return {
          name: isSlow ? `slow-${name}` : name,
          title: `${ENGINES[engine]}, ${medium} ${seconds} s${isSlow ? ', slow network' : ''}`,
          engine,
          medium,
          renderMs: seconds * 1000,
          waiting: isSlow ? jobsIfSlow : jobs,
          isSlow,
          goal: isSlow ? goal - LOSS_IF_SLOW : goal,
        };
      }),
    ),
  );
}

function rowsAlone(): Row[] {
  return engines().flatMap((engine) =>
    MEDIA.map(
      (medium): Row => ({
        name: `${engine}-${medium}-alone`,
        title: `${ENGINES[engine]}, one ${medium} alone`,
        engine,
        medium,
        renderMs: ALONE_SECONDS[medium] * 1000,
        isSlow: false,
        goal: GOAL_ALONE_MS[medium],
      }),
    ),
  );
}

function engines(): Row['engine'][] {
  return ['comfyui', 'openai'];
}

export const ROWS: readonly Row[] = [...rowsWithQueue(false), ...rowsAlone(), ...rowsWithQueue(true)];
