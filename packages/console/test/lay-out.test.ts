import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobApiJobStatus } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { groupJobs, newestOrder } from '../src/studio/gallery/group-jobs.ts';
import { layOut, shapeOf } from '../src/studio/gallery/lay-out.ts';
import { neighbourOf, rowsBetween } from '../src/value/justified-rows.ts';

/** The studio's gallery: which results are together, and where each is, without drawing any. */

const NOON = new Date(2026, 10, 28, 12).getTime() / 1000;
const HOUR = 3600;

let count = 0;
function jobOf(prompt: string | undefined, { width = 1024, height = 1024, hoursAgo = 0 } = {}) {
  count += 1;
  const job = {
    job_id: `job ${count}`,
    type: 'image',
    prompt,
    width,
    height,
    created: NOON - hoursAgo * HOUR,
  };
  return job as JobApiJobStatus;
}

const FRAME = { width: 1000, rem: 16 };

test('results are together by day and prompt, and those that are alone share their rows', () => {
  verifies('DEC-STAGE-02');
  const jobs = [
    jobOf('a'),
    jobOf('b'),
    jobOf('c'),
    jobOf('a', { hoursAgo: 2 }),
    jobOf(undefined, { hoursAgo: 3 }),
    jobOf(undefined, { hoursAgo: 4 }),
    jobOf('a', { hoursAgo: 24 }),
  ];
  const days = groupJobs(jobs).map(({ groups }) =>
    groups.map((group) => [group.prompt, group.jobs.map(({ prompt }) => prompt)]),
  );
  assert.deepEqual(days, [
    [
      ['a', ['a', 'a']],
      [undefined, ['b', 'c', undefined, undefined]],
    ],
    [[undefined, ['a']]],
  ]);
});

test('the newest order is the newest job with its variants, at most four', () => {
  verifies('DEC-STAGE-01');
  const variants = Array.from({ length: 5 }, () => jobOf('a'));
  assert.equal(newestOrder(variants).length, 4);
  assert.equal(newestOrder([jobOf('a'), jobOf('a', { height: 576 })]).length, 1);
  assert.equal(newestOrder([jobOf('a'), jobOf('b')]).length, 1);
  assert.equal(newestOrder([jobOf('a'), jobOf('a', { hoursAgo: 3 })]).length, 1);
  assert.deepEqual(newestOrder([]), []);
});

test('rows are filled from edge to edge, in true proportions, and none is much higher than the others', () => {
  verifies('DEC-STAGE-02');
  const sizes = [
    { width: 1024, height: 576 },
    { width: 576, height: 1024 },
    { width: 1024, height: 1024 },
    { width: 4096, height: 64 },
  ];
  const jobs = Array.from({ length: 40 }, (_, at) => jobOf(`p${at}`, sizes[at % sizes.length]));
  // The last day has one result only.
  jobs.push(jobOf('alone', { hoursAgo: 48 }));
  for (const width of [310, 700, 1000]) {
    const { rows, height, rowOf } = layOut(groupJobs(jobs), { ...FRAME, width });
    const tiled = rows.filter(({ tiles }) => tiles.length > 0);
    for (const [at, { tiles }] of tiled.entries()) {
      const last = tiles.at(-1);
      assert.ok(last !== undefined && last.left + last.width <= width + 0.01, 'no row is too wide');
      const max = 2.5 * (width < 560 ? 132 : 184);
      // A narrow one whose neighbour is very wide is alone, and does not fill the screen.
      if (at < tiled.length - 2 && last.height < max)
        assert.ok(Math.abs(last.left + last.width - width) < 0.01);
      for (const { height: high } of tiles) assert.ok(high <= max, `${high} px`);
      for (const { job, width: drawn, height: high } of tiles)
        assert.ok(Math.abs(drawn / high - shapeOf(job)) < 0.001);
    }
    const { top = 0, height: last = 0 } = rows.at(-1) ?? {};
    assert.equal(height, top + last);
    assert.equal(rowOf.size, jobs.length);
    for (const [at, row] of rows.entries()) assert.equal(row.top + row.height, rows[at + 1]?.top ?? height);
  }
});

test('only the rows near a stretch of the page are found, and the arrow keys lead to the tile beside or below', () => {
  verifies('DEC-STAGE-06');
  const jobs = Array.from({ length: 10_000 }, (_, at) => jobOf(`p${at}`));
  const layout = layOut(groupJobs(jobs), FRAME);
  const [first, end] = rowsBetween(layout, 50_000, 51_000);
  assert.ok(end - first < 8, `${end - first} rows`);
  const row = layout.rows[first];
  assert.ok(row !== undefined && row.top <= 50_000 && row.top + row.height > 50_000);
  assert.deepEqual(rowsBetween(layout, -500, 1)[0], 0);
  const [one, two] = row.tiles;
  const idOf = (tile = one) => tile?.job.job_id ?? '';
  assert.equal(neighbourOf(layout, idOf(), 'ArrowRight'), idOf(two));
  assert.equal(neighbourOf(layout, idOf(two), 'ArrowLeft'), idOf());
  const below = layout.rows[first + 1]?.tiles;
  assert.equal(neighbourOf(layout, idOf(two), 'ArrowDown'), below?.[1]?.job.job_id);
  assert.equal(neighbourOf(layout, idOf(below?.[1]), 'ArrowUp'), idOf(two));
  assert.equal(neighbourOf(layout, idOf(row.tiles.at(-1)), 'ArrowRight'), below?.[0]?.job.job_id);
  assert.equal(neighbourOf(layout, jobs[0]?.job_id ?? '', 'ArrowUp'), undefined);
});
