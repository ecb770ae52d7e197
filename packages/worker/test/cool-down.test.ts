import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { type CoolingDown, createCoolDown } from '../src/cool-down.ts';

const JOB = '00000000-0000-4000-8000-00000000000';

function scene() {
  let now = 0;
  const pauses: number[] = [];
  const log = ({ seconds }: CoolingDown) => void pauses.push(seconds);
  return { coolDown: createCoolDown(log, () => now), pauses, pass: (ms: number) => (now += ms) };
}

test('a worker pauses after faults in a row, each time longer, and takes jobs again after a result', async () => {
  verifies('DEC-WORKER-20');
  const { coolDown, pauses, pass } = scene();
  coolDown.failed(`${JOB}1`);
  assert.deepEqual(pauses, [], 'one fault may be that of the job');
  for (let fault = 2; fault <= 9; fault++) coolDown.failed(`${JOB}${fault}`);
  assert.deepEqual(pauses, [5, 10, 20, 40, 40, 40, 40, 40]);
  const stopped = new AbortController();
  let isOver = false;
  const over = coolDown.over(stopped.signal).then(() => (isOver = true));
  await new Promise(setImmediate);
  assert.equal(isOver, false);
  stopped.abort();
  await over;
  pass(300_000);
  await coolDown.over(new AbortController().signal);
  coolDown.succeeded();
  coolDown.failed(`${JOB}1`);
  assert.equal(pauses.length, 8);
});

test('a job that failed is left to other workers for a while', () => {
  verifies('DEC-WORKER-19');
  const { coolDown, pass } = scene();
  coolDown.failed(`${JOB}1`);
  pass(7_500);
  coolDown.failed(`${JOB}2`);
  assert.deepEqual(coolDown.leftToOthers(), [`${JOB}1`, `${JOB}2`]);
  pass(7_500);
  assert.deepEqual(coolDown.leftToOthers(), [`${JOB}2`]);
  for (let at = 0; at < 100; at++)
    coolDown.failed(`00000000-0000-4000-8000-0000000001${String(at).padStart(2, '0')}`);
  assert.equal(coolDown.leftToOthers().length, 50);
});
