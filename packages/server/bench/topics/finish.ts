import { type Child, startChild } from '../child.ts';
import type { Closing } from '../closing.ts';
import type { Cost, Subject } from '../processes/finisher.ts';
import type { Finished, Finishing } from '../processes/finishing-worker.ts';
import type { Rendering } from '../processes/renderer.ts';
import { acceptRequest, BODY, GENERATE_PATH } from '../requests.ts';
import { type Account, createAccounts, startService } from '../service.ts';
import { median, number, spread } from '../spread.ts';
import { type Table, verdict } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const GOAL = 1.5;
const SIZES = [
  [1024, 1024],
  [1280, 720],
] as const;
/** Processor of a worker for what is left to do after the render, in ms. */
const SUBJECTS = [
  { medium: 'image', name: 'after the render: an image 1024x1024', goal: 250 },
  { medium: 'video', name: 'after the render: 5 s of video 1280x720 with sound', goal: 1000 },
] as const;
const FULL = { rounds: 7, inARow: 4 };
const QUICK = { rounds: 1, inARow: 2 };

interface Image {
  readonly width: number;
  readonly height: number;
  readonly seed: number;
}

async function run({ quick, closing }: Run): Promise<Table> {
  const service = await startService(closing);
  const [account] = await createAccounts(service.database, 1);
  const worker: Child<Finishing, Finished> = startChild('finishing-worker', closing);
  const renderer: Child<Rendering, number> = startChild('renderer', closing);
  const render = (image: Image) =>
    renderer.ask({ task: { ...image, operation: 'image', model: 'image', prompt: BODY.prompt } });
  const { url, workerToken } = service;
  const finish = async (images: readonly Image[]): Promise<Finished> => {
    const finished = worker.ask({ url, workerToken, jobs: images.length });
    for (const image of images) await order(url, account as Account, image);
    return finished;
  };
  const { rounds, inARow } = quick ? QUICK : FULL;
  const rows: string[][] = [];
  for (const [width, height] of SIZES) {
    const alone: number[] = [];
    const single: number[] = [];
    const each: number[] = [];
    // The first round loads engine, classifier and watermark.
    for (let round = 0; round <= rounds; round++) {
      const images = Array.from({ length: inARow }, (_, at) => ({ width, height, seed: 1 + round + at }));
      const renderMs = await render(images[0] as Image);
      const one = await finish(images.slice(0, 1));
      const several = await finish(images);
      if (round === 0) continue;
      alone.push(renderMs);
      single.push(one.allMs);
      each.push(several.allMs / inARow);
    }
    rows.push(
      row(`one image ${width}x${height}`, single, alone),
      row(`each of ${inARow} images ${width}x${height} in a row`, each, alone),
    );
  }
  rows.push(...(await measureAfterRender(closing, rounds)));
  return {
    title: 'finish: images from lease to completion, beside rendering alone',
    header: ['', 'finished ms', 'rendering alone ms', 'processor ms', 'RATIO', 'goal', ''],
    rows,
    notes: [
      `Median of ${rounds} rounds (least–most). Finished: rendered by the built-in engine, classified, watermarked, signed, uploaded and confirmed, by one worker.`,
      'In a row: the time from the first lease to the last completion, divided by their number; a worker renders the next image meanwhile.',
      'After the render: the file of an external renderer is fitted, classified, and an image watermarked and signed, without a server.',
      'Rendering alone: the same engine in a process without a worker. RATIO: finished over rendering alone.',
    ],
  };
}

function row(name: string, finished: readonly number[], alone: readonly number[]): string[] {
  const ratio = median(finished) / median(alone);
  const worst = Math.max(...finished) / median(alone);
  const found = verdict(GOAL, ratio, worst, 'most');
  return [name, spread(finished), spread(alone), '', number(ratio, 2), `< ${GOAL}`, found];
}

async function measureAfterRender(closing: Closing, rounds: number): Promise<string[][]> {
  const finisher: Child<Subject, Cost> = startChild('finisher', closing);
  const rows: string[][] = [];
  for (const { medium, name, goal } of SUBJECTS) {
    const costs: Cost[] = [];
    // The first round makes the file and loads what finishes it.
    for (let round = 0; round <= rounds; round++) costs.push(await finisher.ask({ medium }));
    const [, ...counted] = costs;
    const processor = counted.map(({ processorMs }) => processorMs);
    const found = verdict(goal, median(processor), Math.max(...processor), 'most');
    rows.push([name, spread(counted.map(({ ms }) => ms)), '', spread(processor), '', `< ${goal} ms`, found]);
  }
  return rows;
}

async function order(url: string, account: Account, image: Image): Promise<void> {
  const { method, headers } = acceptRequest(account);
  const body = JSON.stringify({ ...BODY, ...image });
  const response = await fetch(`${url}${GENERATE_PATH}`, { method, headers, body });
  if (!response.ok) throw new Error(`${GENERATE_PATH} returned ${response.status}: ${await response.text()}`);
}

export const finish: Topic = {
  name: 'finish',
  summary: 'an image from lease to completion, beside rendering alone',
  run,
};
