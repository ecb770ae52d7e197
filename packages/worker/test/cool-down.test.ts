import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Trouble } from '@kinora/contract';
import { RendererBroken } from '@kinora/engine/engine';
import { verifies } from '@kinora/testing/requirements';
import { type CoolingDown, createCoolDown } from '../src/cool-down.ts';

const jobOf = (at: number) => `00000000-0000-4000-8000-0000000001${String(at).padStart(2, '0')}`;
const JOB = jobOf(0);
const FAULT = new Error('it does not render');
const NO_CREDIT: Trouble = { kind: 'no_credit', sentence: 'no credit' };

function scene() {
  let now = 0;
  const pauses: number[] = [];
  const log = ({ seconds }: CoolingDown) => void pauses.push(seconds);
  const coolDown = createCoolDown(log, () => now);
  return {
    coolDown,
    pauses,
    fail: (at: number, isElsewhere = true) => coolDown.failed(jobOf(at), FAULT, 'a fox', isElsewhere),
    pass: (ms: number) => (now += ms),
    succeed: () => coolDown.succeeded(now),
  };
}

test('a worker pauses after faults in a row, each time longer, and takes jobs again after a result', async () => {
  verifies('DEC-WORKER-20', 'DEC-WORKER-22');
  const { coolDown, pauses, pass, fail, succeed } = scene();
  fail(1);
  assert.deepEqual(pauses, [], 'one fault may be that of the job');
  for (let fault = 2; fault <= 6; fault++) {
    fail(fault);
    fail(fault);
    pass(40_000);
  }
  assert.deepEqual(pauses, [5, 10, 20, 40, 40], 'faults of several slots are one trouble');
  fail(7);
  const stopped = new AbortController();
  const told: Trouble[] = [];
  let isOver = false;
  const over = coolDown
    .over(
      stopped.signal,
      (trouble) => told.push(trouble),
      () => false,
    )
    .then(() => (isOver = true));
  await new Promise(setImmediate);
  assert.equal(isOver, false);
  assert.deepEqual(told, [
    { kind: 'faults', sentence: '12 jobs in a row failed. The last one: it does not render' },
  ]);
  assert.ok(coolDown.refuses(JOB), 'what a request brings that was open before');
  stopped.abort();
  await over;
  pass(300_000);
  await coolDown.over(
    new AbortController().signal,
    () => {},
    () => false,
  );
  assert.ok(coolDown.isProving());
  succeed();
  assert.ok(!coolDown.isProving());
  fail(1);
  assert.equal(pauses.length, 6);
});

test('while it proves its renderer, a worker has one job at a time', async () => {
  verifies('DEC-WORKER-22');
  const { coolDown, pass, fail, succeed } = scene();
  fail(1);
  fail(2);
  pass(40_000);
  const working = coolDown.over(
    new AbortController().signal,
    () => {},
    () => true,
  );
  succeed();
  await working;
});

test('a worker that nobody can stand in for pauses when the third job in a row fails', () => {
  verifies('DEC-WORKER-20');
  const { coolDown, pauses, fail } = scene();
  for (const job of [1, 1, 1, 2, 2, 2]) fail(job, false);
  assert.deepEqual(pauses, [], 'two jobs may be at fault themselves');
  assert.deepEqual(coolDown.suspects(FAULT), { suspect: 'likely' });
  fail(3, false);
  assert.deepEqual(pauses, [5]);
  assert.deepEqual(coolDown.leftToOthers(), []);
});

test('a broken renderer is paused at once and for long; what it says has no prompt', async () => {
  verifies('DEC-WORKER-27', 'DEC-WORKER-25');
  const { coolDown, pauses, pass } = scene();
  const broken = new RendererBroken(
    'x',
    'Restart it: CUDA error in "a red fox in the snow" for sk-abcdefghij',
  );
  assert.deepEqual(coolDown.suspects(broken), { suspect: 'broken' });
  for (let fault = 0; fault < 7; fault++) {
    coolDown.failed(jobOf(fault), broken, 'a red fox in the snow', false);
    pass(600_000);
  }
  assert.deepEqual(pauses, [30, 60, 120, 240, 480, 600, 600]);
  coolDown.failed(JOB, broken, 'a red fox in the snow', false);
  const stop = new AbortController();
  const said = await new Promise<Trouble>((resolve) => {
    void coolDown.over(stop.signal, resolve, () => false);
  });
  stop.abort();
  assert.deepEqual(said, { kind: 'broken', sentence: 'Restart it: CUDA error in "[hidden]" for [hidden]' });
});

test('a result that was rendered before the renderer broke ends no pause, whenever it is delivered', () => {
  verifies('DEC-WORKER-20');
  const { coolDown, pass, succeed } = scene();
  pass(1_000);
  coolDown.failed(JOB, new RendererBroken('x', 'restart it'), '', true);
  pass(100);
  coolDown.succeeded(900);
  assert.ok(coolDown.isProving() && coolDown.refuses(jobOf(1)));
  succeed();
  assert.ok(!coolDown.isProving());
});

test('a job that failed is left to other workers for a while, longer by a worker that renders nothing', () => {
  verifies('DEC-WORKER-19');
  const { coolDown, pass, fail, succeed } = scene();
  fail(1);
  pass(14_000);
  fail(2);
  assert.deepEqual(coolDown.leftToOthers(), [jobOf(1), jobOf(2)]);
  pass(5_000);
  assert.deepEqual(coolDown.leftToOthers(), [jobOf(2)]);
  pass(300_000);
  assert.deepEqual(coolDown.leftToOthers(), [jobOf(2)], 'its only other worker may be busy');
  succeed();
  pass(15_000);
  assert.deepEqual(coolDown.leftToOthers(), []);
  for (let at = 0; at < 99; at++) fail(at);
  assert.equal(coolDown.leftToOthers().length, 50);
});

test('a job that was released is left to others for the pause', () => {
  verifies('DEC-WORKER-21');
  const { coolDown, pauses, pass } = scene();
  for (let at = 0; at < 8; at++) {
    coolDown.released(JOB, NO_CREDIT);
    assert.deepEqual(coolDown.leftToOthers(), [JOB]);
    pass(40_000);
  }
  assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 40, 40]);
  assert.deepEqual(coolDown.leftToOthers(), []);
  assert.deepEqual(coolDown.suspects(FAULT), {}, 'which is no fault');
});
