import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pool } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import { forecast } from '../../src/jobs/queue/forecast.ts';
import { startAfterOvertaking } from '../../src/jobs/queue/overtaking.ts';
import type { PoolOrder, QueueOrder } from '../../src/jobs/queue/queue-order.ts';
import { remainingSeconds } from '../../src/jobs/queue/remaining-seconds.ts';
import { expectedFrom, guessedSeconds } from '../../src/jobs/queue/service-times.ts';
import { AGEING } from '../../src/jobs/queue/virtual-time.ts';
import { workerCapabilities } from '../support/act-as-worker.ts';

const SHAPES = {
  image: { kind: 'image', mode: null, width: 1024, height: 1024, frames: null },
  video: { kind: 'video', mode: 'fast', width: 1280, height: 720, frames: 121 },
} as const;

interface Situation {
  /** The pools of each worker, and for how long it has rendered a job of the first of them. */
  readonly workers: readonly {
    readonly pools: readonly Pool[];
    readonly elapsed: number | null;
    readonly slots: number;
  }[];
  /** Pools and virtual starts of the queued jobs. */
  readonly jobs: readonly { readonly pool: Pool; readonly start: number }[];
  readonly load: number;
}

/** The queue of a situation, `seconds` later if nothing changes. */
function orderOf({ workers, jobs, load }: Situation, seconds: number): QueueOrder {
  const poolOf = (pool: Pool): PoolOrder => {
    const head = jobs
      .map(({ pool: own, start }, at) => ({ own, id: `job-${at}`, start }))
      .filter(({ own }) => own === pool)
      .sort((a, b) => a.start - b.start)
      .map(({ id, start }) => ({ ...SHAPES[pool], id, sortKey: start, virtualStart: start, seconds: 2 }));
    const total = { lower: Number.NEGATIVE_INFINITY, jobs: head.length, seconds: 2 * head.length };
    return {
      head,
      segments: [total],
      last: head.at(-1)?.sortKey ?? 0,
      virtualTime: seconds * AGEING,
      claimedTime: 0,
      arrivals: [{ lead: 0, load: load * Math.exp(-seconds / 900) }],
    };
  };
  return {
    image: poolOf('image'),
    video: poolOf('video'),
    workers: workers.map(({ pools, slots }, at) => ({
      name: `worker-${at}`,
      tokenId: null,
      pools,
      slots,
      capabilities: workerCapabilities().filter(({ kind }) =>
        pools.some((pool) => SHAPES[pool].kind === kind),
      ),
    })),
    running: workers.flatMap(({ pools: [pool = 'image'], elapsed }, at) =>
      elapsed === null
        ? []
        : [
            {
              ...SHAPES[pool],
              worker: `worker-${at}`,
              workerTokenId: null,
              attempt: 1,
              progress: 0,
              progressElapsed: null,
              elapsed: elapsed + seconds,
            },
          ],
    ),
    serviceTimes: new Map([
      ['image/-/1024/0', 4],
      ['video/fast/1280/5', 11],
    ]),
  };
}

const SPEEDS = { image: 0.1, video: 0.1 };
const pools = fc.constantFrom<readonly Pool[]>(['image'], ['video'], ['image', 'video']);
const situations = fc.record({
  workers: fc.array(
    fc.record({
      pools,
      slots: fc.integer({ min: 1, max: 3 }),
      elapsed: fc.option(fc.double({ min: 0, max: 30, noNaN: true })),
    }),
    { maxLength: 4 },
  ),
  jobs: fc.array(
    fc.record({
      pool: fc.constantFrom<Pool>('image', 'video'),
      start: fc.nat(60),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  load: fc.constantFrom(0, 0.3, 2),
});

test('no start comes later because time passes and nothing else happens', () => {
  verifies('DEC-QUEUE-10');
  fc.assert(
    fc.property(situations, fc.double({ min: 0, max: 20, noNaN: true }), (situation, passed) => {
      const before = forecast(orderOf(situation, 0), SPEEDS);
      const after = forecast(orderOf(situation, passed), SPEEDS, { forecast: before, age: passed });
      for (const [at, { pool, start }] of situation.jobs.entries()) {
        const job = { ...SHAPES[pool], pool, id: `job-${at}`, sortKey: start, virtualStart: start };
        const starts = [
          before.startsIn(job, 0),
          before.startsIn(job, 0.5),
          before.startsIn(job, 1),
        ] as number[];
        assert.ok(
          starts.every((seconds, i) => Number.isFinite(seconds) && seconds <= (starts[i - 1] ?? seconds)),
        );
        const later = after.startsIn(job, 0);
        assert.ok(later <= (starts[0] ?? 0) + 1e-6, `${starts[0]}, then ${later}`);
      }
    }),
    { numRuns: 2000 },
  );
});

test('the remaining seconds of a running job never rise between two reports, and never reach 0', () => {
  verifies('DEC-QUEUE-10');
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const seconds = fc.double({ min: 0, max: 1000, noNaN: true });
  fc.assert(
    fc.property(share, seconds, seconds, seconds, (progress, progressElapsed, elapsed, more) => {
      const times = { expected: 10, progress, progressElapsed };
      const now = remainingSeconds({ ...times, elapsed: progressElapsed + elapsed });
      const later = remainingSeconds({ ...times, elapsed: progressElapsed + elapsed + more });
      assert.ok(now > 0 && Number.isFinite(now) && later <= now);
    }),
  );
});

const calm = { workers: 2, virtualTime: 100, virtualSpeed: 0 } as const;

test('later jobs of a higher priority make a free job wait longer, but not a paid one', () => {
  const situation = { ...calm, arrivals: [{ lead: 10, load: 1 }] };
  assert.equal(startAfterOvertaking(20, { sortKey: 110, virtualStart: 100 }, situation), 20);
  // They take one of two workers.
  assert.equal(startAfterOvertaking(20, { sortKey: 160, virtualStart: 100 }, situation), 40);
});

test('later jobs overtake a second job of an account until its turn comes', () => {
  // Its lead shrinks from 50 to 10, and ends where theirs is.
  const second = { sortKey: 150, virtualStart: 140 };
  assert.equal(startAfterOvertaking(20, second, { ...calm, arrivals: [{ lead: 10, load: 1 }] }), 40);
  // Jobs with a lead of 30 overtake it in the first half.
  assert.equal(startAfterOvertaking(20, second, { ...calm, arrivals: [{ lead: 30, load: 1 }] }), 30);
  // Both take all workers in the first half, and half of them in the second.
  const both = [
    { lead: 30, load: 1 },
    { lead: 10, load: 0.5 },
  ];
  assert.equal(startAfterOvertaking(20, second, { ...calm, arrivals: both }), 40 + 40 / 3);
});

test('however many jobs overtake, ageing bounds the wait', () => {
  const load = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(load, load, fc.nat(200), (one, other, ahead) => {
      const startAt = (least: number) => {
        const situation = { ...calm, arrivals: [{ lead: 0, load: least }] };
        return startAfterOvertaking(20, { sortKey: 100 + ahead, virtualStart: 100 }, situation);
      };
      const [less, more] = [startAt(Math.min(one, other)), startAt(Math.max(one, other))];
      assert.ok(more <= 20 + ahead / AGEING && more >= less - 1e-9);
    }),
  );
});

test('a length that was not measured is expected to take as much longer than the guess as those that were', () => {
  verifies('DEC-QUEUE-07');
  const video = SHAPES.video;
  const expected = expectedFrom(new Map([['video/fast/1280/5', 3 * guessedSeconds(video)]]));
  assert.equal(expected(video), 3 * guessedSeconds(video));
  const long = { ...video, frames: 241 };
  assert.ok(Math.abs(expected(long) - 3 * guessedSeconds(long)) < 1e-9);
  const quality = { ...video, mode: 'quality' } as const;
  assert.ok(Math.abs(expected(quality) - 3 * guessedSeconds(quality)) < 1e-9);
  assert.equal(expected(SHAPES.image), guessedSeconds(SHAPES.image));
});

test('a worker that delivers one job while it renders another is free when the later one ends', () => {
  verifies('DEC-WORKER-08');
  const situation: Situation = {
    workers: [{ pools: ['image'], slots: 1, elapsed: 1 }],
    jobs: [{ pool: 'image', start: 0 }],
    load: 0,
  };
  const order = orderOf(situation, 0);
  const [rendering] = order.running;
  assert.ok(rendering !== undefined);
  const delivering = { ...rendering, elapsed: 3.5 };
  const start = (running: QueueOrder['running']) =>
    forecast({ ...order, running }, SPEEDS).startsIn(
      { ...SHAPES.image, pool: 'image', id: 'job-0', sortKey: 0, virtualStart: 0 },
      0,
    );
  assert.equal(start([delivering, rendering]), start([rendering]));
});
