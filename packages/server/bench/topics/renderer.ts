import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClosing } from '../closing.ts';
import { type Figures, measureRow } from '../renderer/measure-row.ts';
import { fillMediaPool } from '../renderer/media-pool.ts';
import { ROWS, type Row } from '../renderer/rows.ts';
import { median, number, spread } from '../spread.ts';
import { type Table, verdict } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

/** One of each way to measure, for a smoke run. */
const QUICK_ROWS = ['comfyui-image-0.3', 'comfyui-video-alone', 'openai-video-3', 'slow-openai-image-0.3'];

async function run({ quick, rows: named, closing, reportFailure }: Run): Promise<Table> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-bench-'));
  closing.add(() => rm(folder, { recursive: true, force: true }));
  const chosen = ROWS.filter(({ name }) =>
    named.length > 0 ? named.some((start) => name.startsWith(start)) : !quick || QUICK_ROWS.includes(name),
  );
  await fillMediaPool(
    folder,
    chosen.some(({ medium }) => medium === 'video'),
  );
  const rows: string[][] = [];
  for (const row of chosen) {
    const ofRow = createClosing();
    closing.add(() => ofRow.close());
    try {
      const figures = await measureRow(row, folder, quick, ofRow).finally(() => ofRow.close());
      rows.push(cellsOf(row, figures));
      // The whole table takes long.
      process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
    } catch (error) {
      reportFailure(`${row.name}: ${error instanceof Error ? error.stack : error}`);
    }
  }
  return {
    title: 'renderer: how much of the time a renderer renders, and what a job takes beside its render',
    header: ['', 'busy %', 'gap ms', 'a minute', 'beside ms', 'goal', '', 'processor ms', 'worker MB'],
    rows,
    notes: [
      'Stand-ins for ComfyUI and an OpenAI-compatible server, in processes of their own, render one job at a time in a fixed',
      'time and without the processor, and measure it: noisy images of 1024x1024 (1.8 MB), and videos of 1280x720, 5 s, with',
      'sound. Server, PostgreSQL, worker and renderer share the machine; the worker has its default settings.',
      'Busy: the time of all renders over the time from the first start to the last end, while jobs wait, after three others.',
      'Gap: from the end of a render to the start of the next, median (least–most). A minute: finished in a minute.',
      'Beside: from the order of a job, on an idle service, to its completion, less its render, median of 5 (least–most).',
      'Processor: of the worker for each job, in all threads; the goal is 250 ms for an image and 1,000 ms for a video.',
      'Slow network: 80 ms of round trip and 100 Mbit/s between worker and server.',
    ],
  };
}

function cellsOf({ title, goal, waiting }: Row, figures: Figures): string[] {
  const { busy = Number.NaN, perMinute, gapsMs, besideMs, processorMs, workerMb } = figures;
  const cells =
    waiting === undefined
      ? ['', '', '', spread(besideMs), `< ${number(goal)} ms`]
      : [number(busy * 100, 1), spread(gapsMs), number(perMinute ?? Number.NaN, 1), '', `≥ ${goal} %`];
  const found =
    waiting === undefined
      ? verdict(goal, median(besideMs), Math.max(...besideMs), 'most')
      : busy * 100 >= goal
        ? 'ok'
        : 'under';
  const ofWorker = [processorMs, workerMb].map((value) => (value === undefined ? '' : number(value)));
  return [title, ...cells, found, ...ofWorker];
}

export const renderer: Topic = {
  name: 'renderer',
  summary: 'the share of the time that a renderer renders (17 minutes; or a row, such as comfyui-image-0.3)',
  long: true,
  rows: ROWS.map(({ name }) => name),
  hasOwnSection: true,
  run,
};
