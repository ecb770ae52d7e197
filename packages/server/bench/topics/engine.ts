import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RenderTask } from '@kinora/engine/engine';
import { type Child, startChild } from '../child.ts';
import { type Closing, createClosing } from '../closing.ts';
import type { Encoding } from '../processes/encoder.ts';
import type { Rendering } from '../processes/renderer.ts';
import { median, number, spread } from '../spread.ts';
import { type Table, verdict } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

/** Prompts of different rendering cost; one round each. */
const PROMPTS = [
  'a lighthouse on a cliff above a stormy sea at dusk, waves breaking',
  'misty pine forest at dawn, watercolor',
  'neon city in the rain, synthwave',
];
const SEED = 7;
const FULL = { prompts: PROMPTS, warmRenders: 2, frames: 121 };
const QUICK = { prompts: PROMPTS.slice(0, 1), warmRenders: 1, frames: 9 };

interface Case {
  readonly name: string;
  readonly rendering: (prompt: string) => Omit<Rendering, 'task'> & { readonly task: RenderTask };
  readonly goalMs?: number;
  readonly first: number[];
  readonly warm: number[];
  /** Encoding alone of the same pixels and samples; absent if it is not measured. */
  readonly encoding?: number[];
}

async function run({ quick, closing }: Run): Promise<Table> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-bench-'));
  closing.add(() => rm(folder, { recursive: true, force: true }));
  const { prompts, warmRenders, frames } = quick ? QUICK : FULL;
  const cases = casesOf(frames, path.join(folder, 'image.png'));
  for (const prompt of prompts) {
    for (const one of cases) await renderInFreshProcess(one, prompt, warmRenders, closing);
  }
  return {
    title: `engine: render time, ${prompts.length} prompts, a fresh process for each`,
    header: ['', 'first ms', 'warm ms', 'encoding alone', 'RATIO', 'goal ms', 'OF GOAL', ''],
    rows: cases.map(({ name, first, warm, encoding, goalMs }) => [
      name,
      spread(first),
      spread(warm),
      encoding === undefined ? '' : spread(encoding),
      encoding === undefined ? '' : number(median(warm) / median(encoding), 2),
      goalMs === undefined ? '' : `< ${number(goalMs)}`,
      goalMs === undefined ? '' : number(median(first) / goalMs, 2),
      goalMs === undefined ? '' : verdict(goalMs, median(first), Math.max(...first), 'most'),
    ]),
    notes: [
      `Median of the prompts (least–most). First: the first render of a process; warm: the next ${warmRenders} with other seeds.`,
      'Encoding alone: of the same pixels and samples, painted beforehand. RATIO: the warm render over it.',
      'OF GOAL: the median first render over the goal.',
    ],
  };
}

function casesOf(frames: number, image: string): Case[] {
  const video = {
    operation: 'video',
    model: 'fast',
    seed: SEED,
    frames,
    framesPerSecond: 24,
    sound: true,
  } as const;
  const hd = { ...video, width: 1280, height: 720 };
  const length = frames === FULL.frames ? '5 s with sound' : `${frames} frames with sound`;
  const times = () => ({ first: [], warm: [] });
  return [
    {
      name: 'image 1024x1024',
      rendering: (prompt) => ({
        task: { operation: 'image', model: 'image', prompt, seed: SEED, width: 1024, height: 1024 },
        saveAs: image,
      }),
      goalMs: 500,
      encoding: [],
      ...times(),
    },
    {
      name: `video 1280x720, ${length}`,
      rendering: (prompt) => ({ task: { ...hd, prompt } }),
      goalMs: 5000,
      encoding: [],
      ...times(),
    },
    {
      name: `image to video 1280x720, ${length}`,
      rendering: (prompt) => ({ task: { ...hd, prompt }, initImageFile: image }),
      goalMs: 5000,
      ...times(),
    },
    {
      name: `video 2560x1440, ${length}`,
      rendering: (prompt) => ({ task: { ...video, model: 'cinema', width: 2560, height: 1440, prompt } }),
      ...times(),
    },
  ];
}

async function renderInFreshProcess(
  { rendering, first, warm, encoding }: Case,
  prompt: string,
  warmRenders: number,
  closing: Closing,
): Promise<void> {
  const ofProcess = createClosing();
  closing.add(() => ofProcess.close());
  const renderer: Child<Rendering, number> = startChild('renderer', ofProcess);
  const request = rendering(prompt);
  first.push(await renderer.ask(request));
  for (let at = 1; at <= warmRenders; at++) {
    warm.push(await renderer.ask({ ...request, task: { ...request.task, seed: SEED + at } }));
  }
  if (encoding !== undefined) {
    const encoder: Child<Encoding, number> = startChild('encoder', ofProcess);
    for (let at = 0; at <= warmRenders; at++) {
      const ms = await encoder.ask({ task: { ...request.task, seed: SEED + at } });
      // The first loads the encoder.
      if (at > 0) encoding.push(ms);
    }
  }
  await ofProcess.close();
}

export const engine: Topic = { name: 'engine', summary: 'render time of images and videos', run };
