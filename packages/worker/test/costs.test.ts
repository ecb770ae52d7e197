import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { readWorkerConfig } from '../src/config.ts';
import { describeWorker } from '../src/describe-worker.ts';

test('a worker says what an image and a second of each model cost, and who is filled first', () => {
  verifies('DEC-COST-01');
  const { costs, preference } = readWorkerConfig({
    KINORA_WORKER_COSTS: 'image=4, fast=0.12',
    KINORA_WORKER_PREFERENCE: '2',
  });
  const engine = {
    name: 'test',
    version: '1',
    zeroRetention: false,
    capabilities: (
      [
        ['image', 'image'],
        ['upscale', 'image'],
        ['video', 'fast'],
        ['video', 'cinema'],
      ] as const
    ).map(([operation, model]) => ({ operation, model, longestSide: 1024 })),
  };
  const report = describeWorker({
    name: 'w',
    pools: ['image', 'video'],
    gpu: 'none',
    costs,
    preference,
    engine,
  });
  assert.equal(report.preference, 2);
  assert.deepEqual(
    report.capabilities.operations.map(({ cost_cents: cents }) => cents),
    [4, undefined, 0.12, undefined],
  );
});

for (const costs of [
  'image',
  'image=',
  'image=-1',
  'image=1e2',
  'image=0.4=1',
  '=4',
  'Image=4',
  'image=100001',
])
  test(`the costs "${costs}" are refused with the setting`, () => {
    verifies('DEC-COST-01');
    assert.throws(
      () => readWorkerConfig({ KINORA_WORKER_COSTS: costs }),
      /KINORA_WORKER_COSTS cannot contain/,
    );
  });
