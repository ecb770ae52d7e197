import {
  type Engine,
  type RenderedMedia,
  RenderFault,
  type RenderObserver,
  type RenderTask,
} from '@kinora/engine/engine';
import { enlargeImage } from '@kinora/media/enlarge/enlarge-image';
import { createMeasuredTimes } from '../remote/measured-times.ts';
import { type Api, createApi } from './call-api.ts';
import { checkServer } from './check-server.ts';
import { withKnownModels } from './known-models.ts';
import { COMMON_IMAGE_SIZES, COMMON_VIDEO_SIZES, createKnownSizes } from './known-sizes.ts';
import { makeImage } from './make-image.ts';
import { makeVideo } from './make-video.ts';
import { capabilitiesOf, type OpenAiSettings, type Size, timeoutsOf } from './settings.ts';
import { trackAvailability } from './track-availability.ts';

/**
 * An engine that renders on any server with OpenAI's interface for images and videos. Checks the server first and
 * rejects with `OpenAiSetupError` when it cannot be used.
 */
export async function createOpenAiEngine(
  chosen: OpenAiSettings,
  /** Gets sentences for the operator. */
  warn: (message: string) => void = () => {},
): Promise<Engine> {
  const settings = withKnownModels(chosen);
  const api = createApi(settings);
  await checkServer(api, settings, warn);
  const capabilities = capabilitiesOf(settings);
  const learned = learnLimits(settings, warn);
  const availability = trackAvailability(api, warn);
  return {
    name: 'openai',
    // The server decides which model renders: whether the same seed gives the same bytes depends on it.
    version: '1',
    origin: 'trained-model',
    capabilities,
    zeroRetention: settings.zeroRetention === true,
    limitSeconds: Math.ceil(api.timeouts.video / 1000) + FETCHING_SECONDS,
    untilReady: availability.untilReady,
    async render(task, observer) {
      if (!capabilities.some(({ operation }) => operation === task.operation)) {
        throw new RenderFault(`No model for ${task.operation} is set.`, { isRetryable: false });
      }
      observer.signal.throwIfAborted();
      const forward = onlyForward(observer);
      const media = await renderTask(api, settings, learned, task, forward).catch((error: unknown) => {
        availability.note(error);
        throw error;
      });
      // An image is enlarged here, which says nothing about the server.
      if (!task.operation.startsWith('upscale')) availability.rendered();
      forward.onProgress(1, 'finishing');
      return media;
    },
  };
}

/** What a video that is ready may take to be fetched and encoded. */
const FETCHING_SECONDS = 10 * 60;

/** A server may have a word of its own for each job. */
const MAX_WORDS = 20;

/** What is learned of each model; those for uploads may support other sizes. */
type Learned = ReturnType<typeof learnLimits>;

function learnLimits(settings: OpenAiSettings, warn: (message: string) => void) {
  const { minLimit } = timeoutsOf(settings);
  let isKnown = false;
  const cannotDelete = () => {
    if (isKnown) return;
    isKnown = true;
    warn(
      'the server of KINORA_OPENAI_URL cannot delete results: every prompt and result stays there for as long as it likes. ' +
        (settings.zeroRetention === true
          ? 'Turn KINORA_OPENAI_SUPPORTS_ZERO_RETENTION off'
          : 'Ask its operator how long that is, and tell your customers'),
    );
  };
  const shown = new Set<string>();
  const showWord = (word: string, answer: string) => {
    if (shown.has(word) || shown.size > MAX_WORDS) return;
    shown.add(word);
    warn(
      `the server of KINORA_OPENAI_URL has a word for the status of a job that is not known: "${word}". The job is asked for until its time is over. The answer: ${answer}`,
    );
  };
  const learn = (sizes: readonly Size[] | undefined, common: readonly Size[]) => ({
    sizes: createKnownSizes(sizes, common),
    times: createMeasuredTimes(minLimit),
    cannotDelete,
    showWord,
  });
  const images = () => learn(settings.imageSizes, COMMON_IMAGE_SIZES);
  const videos = () => learn(settings.videoSizes, COMMON_VIDEO_SIZES);
  return { images: images(), edits: images(), videos: videos(), animations: videos() };
}

/** A server's progress may decrease when it starts again; the progress that an engine reports may not. */
function onlyForward({ onProgress, ...more }: RenderObserver): RenderObserver {
  let reached = 0;
  return {
    ...more,
    onProgress(fraction, stage) {
      reached = Math.max(reached, fraction);
      onProgress(reached, stage);
    },
  };
}

async function renderTask(
  api: Api,
  settings: OpenAiSettings,
  learned: Learned,
  task: RenderTask,
  observer: RenderObserver,
): Promise<RenderedMedia> {
  const { operation, width, height } = task;
  switch (operation) {
    case 'image':
    case 'i2i':
      return makeImage(api, settings, operation === 'image' ? learned.images : learned.edits, task, observer);
    case 'video':
    case 'i2v': {
      const learnedOfOperation = operation === 'video' ? learned.videos : learned.animations;
      const video = await makeVideo(api, settings, learnedOfOperation, task, observer);
      const durationSeconds = task.frames / task.framesPerSecond;
      return { ...video, mime: 'video/mp4', width, height, durationSeconds };
    }
    case 'upscale':
    case 'upscale_pro': {
      const bytes = await enlargeImage({
        image: task.initImage,
        width,
        height,
        thorough: operation === 'upscale_pro',
        seed: task.seed,
        signal: observer.signal,
        onProgress: (fraction) => observer.onProgress(0.95 * fraction, 'drawing'),
      });
      return { bytes, mime: 'image/png', width, height };
    }
  }
}
