import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pool } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import { expectedJobs } from '../../src/catalogue/expected-jobs.ts';
import { forecast, STRICT } from '../../src/queue/forecast.ts';
import type { JobShape } from '../../src/queue/job-shape.ts';
import { startAfterOvertaking } from '../../src/queue/overtaking.ts';
import type { PoolOrder, QueueOrder } from '../../src/queue/queue-order.ts';
import { remainingTime } from '../../src/queue/remaining-time.ts';
import { expectedFrom, guessedSeconds, withExpected } from '../../src/queue/service-times.ts';
import { simulateQueue } from '../../src/queue/simulate-queue.ts';
import { AGEING } from '../../src/queue/virtual-time.ts';
import { workerCapabilities } from '../support/act-as-worker.ts';
import { anImageModel, aVideoModel, catalogueWith } from '../support/default-catalogue.ts';

const SHAPES = {
  image: { operation: 'image', model: 'image', width: 1024, height: 1024, frames: null },
  video: { operation: 'video', model: 'fast', width: 1280, height: 720, frames: 121 },
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
      .map(({ pool: ofPool, start }, at) => ({ ofPool, id: `job-${at}`, start }))
      .filter(({ ofPool }) => ofPool === pool)
      .sort((a, b) => a.start - b.start)
      .map(({ id, start }) => ({
        ...SHAPES[pool],
        id,
        sortKey: start,
        virtualStart: start,
        seconds: 2,
        passedFor: null,
        age: 0,
      }));
    return { head, marks: [], virtualTime: seconds * AGEING, claimedTime: 0 };
  };
  return {
    image: poolOf('image'),
    video: poolOf('video'),
    workers: workers.map(({ pools, slots }, at) => ({
      name: `worker-${at}`,
      tokenId: null,
      pools,
      slots,
      loaded: null,
      preference: 0,
      zeroRetention: false,
      capabilities: workerCapabilities().filter(({ operation }) =>
        pools.some((pool) => SHAPES[pool].operation === operation),
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
    // Some of them had an earlier job of their account before them.
    accepted: Array.from({ length: Math.round((load * 900) / 4) }, (_, at) => ({
      ...SHAPES.image,
      pool: 'image',
      accountId: `account-${Math.floor(at / 2) % 100}`,
      priority: 20,
      age: 2 * at + seconds,
      virtualStart: null,
    })),
    serviceTimes: new Map([
      ['image/image/1024/0', { held: 4, seconds: 4 }],
      ['video/fast/1280/5', { held: 11, seconds: 11 }],
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
        const job = { ...SHAPES[pool], id: `job-${at}`, sortKey: start, virtualStart: start };
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
      const times = { expected: { held: 10, seconds: 12 }, progress, progressElapsed };
      const now = remainingTime({ ...times, elapsed: progressElapsed + elapsed });
      const later = remainingTime({ ...times, elapsed: progressElapsed + elapsed + more });
      assert.ok(now.held > 0 && Number.isFinite(now.held) && later.held <= now.held);
      assert.ok(now.seconds >= now.held && later.seconds <= now.seconds);
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
      const startAt = (min: number) => {
        const situation = { ...calm, arrivals: [{ lead: 0, load: min }] };
        return startAfterOvertaking(20, { sortKey: 100 + ahead, virtualStart: 100 }, situation);
      };
      const [less, more] = [startAt(Math.min(one, other)), startAt(Math.max(one, other))];
      assert.ok(more <= 20 + ahead / AGEING && more >= less - 1e-9);
    }),
  );
});

const takes = (seconds: number) => ({ held: seconds, seconds });

/** Seconds of the built-in engine on two processors: most of a small job does not depend on its size. */
const ENGINES = {
  'small jobs cost as much as large ones': { fixed: 4, perWork: 1 },
  'the built-in engine': { fixed: 3.4, perWork: 3.6 },
  'work alone': { fixed: 0.4, perWork: 4 },
} as const;
const SIZES: readonly JobShape[] = [
  ...[256, 512, 1024, 2048].map((side) => ({ ...SHAPES.image, width: side, height: side })),
  { ...SHAPES.video, width: 256, height: 256, frames: 17 },
  { ...SHAPES.video, width: 640, height: 352, frames: 73 },
  { ...SHAPES.video, frames: 121 },
  { ...SHAPES.video, width: 1920, height: 1080, frames: 121 },
];
const UNITS = { image: 1024 ** 2, video: 1280 * 720 * 24 } as const;

for (const [engine, { fixed, perWork }] of Object.entries(ENGINES)) {
  const truth = ({ operation, width, height, frames }: JobShape): number =>
    fixed + (perWork * width * height * (frames ?? 1)) / UNITS[operation === 'video' ? 'video' : 'image'];
  const classOf = ({ operation, model, width, frames }: JobShape): string =>
    `${operation}/${model}/${Math.ceil(width / 256) * 256}/${frames === null ? 0 : Math.max(1, Math.round((frames - 1) / 24))}`;
  const measured = (shapes: readonly JobShape[]) =>
    new Map(shapes.map((shape) => [classOf(shape), takes(truth(shape))]));
  const share = (shapes: readonly JobShape[], shape: JobShape): number =>
    expectedFrom(measured(shapes))(shape).held / truth(shape);
  const isAlike = (one: JobShape, other: JobShape) => one.operation === other.operation;

  test(`a size that was not measured is expected from one that was: ${engine}`, () => {
    verifies('DEC-QUEUE-07', 'DEC-QUEUE-18');
    const max = engine === 'the built-in engine' ? 2 : 8;
    for (const one of SIZES) {
      for (const other of SIZES.filter((shape) => isAlike(one, shape))) {
        const ratio = share([one], other);
        assert.ok(ratio < max && ratio > 1 / max, `${JSON.stringify(other)} after ${one.width}: ${ratio}`);
      }
    }
  });

  test(`and from two that were, within a fifth: ${engine}`, () => {
    verifies('DEC-QUEUE-18');
    for (const medium of ['image', 'video'] as const) {
      const [small, , large, larger] = SIZES.filter((shape) => shape.operation === medium) as JobShape[];
      for (const shape of SIZES.filter((one) => one.operation === medium)) {
        for (const both of [
          [small, large],
          [small, larger],
        ] as JobShape[][]) {
          const ratio = share(both, shape);
          assert.ok(ratio < 1.2 && ratio > 0.8, `${JSON.stringify(shape)}: ${ratio}`);
        }
      }
    }
  });
}

test('the seconds of sizes that were not measured rise with the size, whatever was measured', () => {
  verifies('DEC-QUEUE-18');
  const seconds = fc.double({ min: 0, max: 1000, noNaN: true });
  const classes = fc.constantFrom(
    'image/image/256/0',
    'image/image/512/0',
    'image/image/1024/0',
    'image/image/2048/0',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(classes, seconds), { maxLength: 4 }), (measured) => {
      const expected = expectedFrom(new Map(measured.map(([name, all]) => [name, takes(all)])));
      const found = [768, 1280, 1536, 3072, 4096].map(
        (side) => expected({ ...SHAPES.image, width: side, height: side }).seconds,
      );
      for (const [at, one] of found.entries()) {
        assert.ok(one > 0 && Number.isFinite(one) && one >= (found[at - 1] ?? 0) - 1e-9, `${found}`);
      }
    }),
  );
});

test('operations and models that were not measured are expected in proportion to those that were', () => {
  verifies('DEC-QUEUE-07');
  const video = SHAPES.video;
  const expected = expectedFrom(new Map([['video/fast/1280/5', takes(3 * guessedSeconds(video))]]));
  assert.equal(expected(video).held, 3 * guessedSeconds(video));
  const quality = { ...video, model: 'quality' } as const;
  assert.ok(Math.abs(expected(quality).held / (3 * guessedSeconds(quality)) - 1) < 0.1);
  assert.equal(expected(SHAPES.image).seconds, guessedSeconds(SHAPES.image));
});

test('what the operator expects of a model holds for each of its operations until that is measured', () => {
  verifies('DEC-QUEUE-07', 'DEC-CATALOGUE-09');
  const sold = catalogueWith([
    aVideoModel({ id: 'slow', operations: ['video', 'i2v'], default_seconds: 5, expected_seconds: 400 }),
    anImageModel({ id: 'swift', expected_seconds: 0.2 }),
  ]);
  const expected = expectedJobs(sold.models);
  const slow = { ...SHAPES.video, model: 'slow' };
  const swift = { ...SHAPES.image, model: 'swift' };
  const before = expectedFrom(withExpected(new Map(), expected));
  assert.deepEqual(before(slow), takes(400));
  assert.deepEqual(before({ ...slow, operation: 'i2v' }), takes(400));
  assert.deepEqual(before(swift), takes(0.2));
  assert.ok(before({ ...slow, frames: 25 }).held < 250 && before({ ...slow, frames: 241 }).held > 500);

  const measured = new Map([['video/slow/1280/5', takes(100)]]);
  const after = expectedFrom(withExpected(measured, expected));
  assert.deepEqual(after(slow), takes(100));
  assert.deepEqual(after({ ...slow, operation: 'i2v' }), takes(400));
  assert.ok(after({ ...slow, frames: 241 }).held < 250);
});

test('towards the end its own progress decides how long a job takes, however wrong the guess was', () => {
  verifies('DEC-QUEUE-18');
  const remaining = (expected: number) =>
    remainingTime({ elapsed: 31, expected: takes(expected), progress: 0.84, progressElapsed: 31 }).seconds;
  for (const guess of [5, 37, 150]) {
    const left = remaining(guess);
    assert.ok(Math.abs(31 + left - 31 / 0.84) < 0.1 * 37, `${left} s left by a guess of ${guess}`);
  }
  // Its delivery was guessed by the same measure.
  const expected = { held: 60, seconds: 100 };
  const { seconds } = remainingTime({ elapsed: 12, expected, progress: 0.85, progressElapsed: 12 });
  assert.ok(seconds > 8 && seconds < 15, `${seconds} s left`);
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
      { ...SHAPES.image, id: 'job-0', sortKey: 0, virtualStart: 0 },
      0,
    );
  assert.equal(start([delivering, rendering]), start([rendering]));
});

test('jobs behind the head of the queue start after it, whatever they were expected to take', () => {
  const situation: Situation = {
    workers: [{ pools: ['image'], slots: 1, elapsed: null }],
    jobs: [0, 1, 2].map((start) => ({ pool: 'image', start })),
    load: 0,
  };
  const order = orderOf(situation, 0);
  const behind = { ...SHAPES.image, id: 'behind', sortKey: 9, virtualStart: 9 } as const;
  for (const seconds of [2, 0]) {
    const head = order.image.head.map((job) => ({ ...job, seconds }));
    const marks = [0, 3, 6].map((jobs) => ({
      id: `job-${jobs - 1}`,
      sortKey: jobs - 1,
      jobs,
      seconds: jobs * seconds,
    }));
    const image = { ...order.image, head, marks };
    // The last of the head starts after two jobs of 4 s, and as many jobs again are behind it.
    const start = forecast({ ...order, image }, SPEEDS).startsIn(behind, 0);
    assert.ok(Math.abs(start - 16) < 0.1, `${start} by ${seconds} s for each`);
  }
});

test('jobs whose model is loaded are expected first, for as long as claims let them', () => {
  verifies('DEC-WORKER-13');
  const job = (pool: Pool, at: number, more = {}) => ({
    ...SHAPES[pool],
    id: `${pool}-${at}`,
    sortKey: at,
    virtualStart: at,
    seconds: 3,
    passedFor: null,
    age: 0,
    ...more,
  });
  const images = [1, 2, 3, 4, 5].map((at) => job('image', at));
  const slot = { freeIn: 0, canRender: () => true, loaded: 'image/image/', yields: () => false };
  const videoStart = (more: object, bound: number) =>
    simulateQueue(
      [slot],
      {
        image: { jobs: images, virtualTime: 0 },
        video: { jobs: [job('video', 0, more)], virtualTime: 0 },
      },
      { ...STRICT, loadedFirstSeconds: bound },
    ).starts.get('video-0');
  assert.equal(videoStart({}, 0), 0);
  assert.equal(videoStart({}, 7), 9);
  assert.equal(videoStart({ passedFor: 5 }, 7), 3);
  // It has another priority.
  assert.equal(videoStart({ virtualStart: -10 }, 7), 0);
});
