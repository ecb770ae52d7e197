import type { TestContext } from 'node:test';
import type {
  ImageEditTask,
  ImageTask,
  ImageToVideoTask,
  RenderObserver,
  TextToVideoTask,
} from '@kinora/engine/engine';
import { createOpenAiEngine } from '@kinora/worker/openai/openai-engine';
import type { OpenAiSettings } from '@kinora/worker/openai/settings';
import { type Behaviour, startFakeOpenAi } from './fake-openai.ts';
import { makePng } from './media.ts';

/** The engine and a server for one test. */
export async function setUp(
  t: TestContext,
  behaviour: Behaviour = {},
  more: Partial<OpenAiSettings> = {},
  warn?: (message: string) => void,
) {
  const server = await startFakeOpenAi(behaviour);
  t.after(() => server.stop());
  const settings = {
    url: server.url,
    imageModel: 'painter',
    editModel: 'retoucher',
    videoModel: 'director',
    animateModel: 'animator',
    ...more,
    timeouts: { firstPoll: 5, maxPoll: 10, call: 5_000, ...more.timeouts },
  };
  return { server, engine: await createOpenAiEngine(settings, warn) };
}

export const PROMPT = 'a very secret lighthouse "at dusk"';

export const imageTask: ImageTask = {
  operation: 'image',
  model: 'image',
  prompt: PROMPT,
  seed: 7,
  width: 320,
  height: 200,
};
export const videoTask: TextToVideoTask = {
  operation: 'video',
  prompt: PROMPT,
  seed: 7,
  width: 256,
  height: 144,
  model: 'fast',
  frames: 25,
  framesPerSecond: 24,
  sound: true,
};

export async function editTask(operation: ImageEditTask['operation'] = 'i2i'): Promise<ImageEditTask> {
  return { ...imageTask, operation, initImage: await makePng({ width: 100, height: 100 }, 'upload') };
}

export async function animateTask(): Promise<ImageToVideoTask> {
  return { ...videoTask, operation: 'i2v', initImage: await makePng({ width: 100, height: 100 }, 'upload') };
}

export function watch(signal = new AbortController().signal) {
  const reports: [fraction: number, stage: string][] = [];
  const observer: RenderObserver = {
    signal,
    onProgress: (fraction, stage) => reports.push([fraction, stage]),
  };
  return { observer, reports };
}
