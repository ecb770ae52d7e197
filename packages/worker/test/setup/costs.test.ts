import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import { verifies } from '@kinora/testing/requirements';
import { readWorkerConfig } from '../../src/config.ts';
import { chooseCosts, keepCosts } from '../../src/setup/keep-costs.ts';
import { operator, setUpFolder } from './operator.ts';

const costsIn = async (file: string) =>
  Object.fromEntries(readWorkerConfig(parseEnv(await readFile(file, 'utf8'))).costs);
const UNSAID = { perHour: undefined, perImage: undefined, perSecond: undefined };

test('what the operator says of the cost is kept by model, and so is who gets jobs first', async (t) => {
  verifies('DEC-SETUP-09');
  const server = await startFakeOpenAi({ models: ['painter', 'director'] });
  t.after(() => server.stop());
  const { file, run } = await setUpFolder(t);
  const args = ['--openai', server.url, '--image-model', 'painter', '--video-model', 'director'];
  const said = ['--cost-per-image', '0.025', '--cost-per-second', '0.0011', '--preference', '2'];
  await run([...args, ...said, '--models', 'image,fast', '--probe', 'no']);
  assert.deepEqual(await costsIn(file), { image: 2.5, fast: 0.11 });
  assert.equal(readWorkerConfig(parseEnv(await readFile(file, 'utf8'))).preference, 2);
  // The file answers: the margin is that of its costs, and nobody is asked for them again.
  const again = await run(['--probe', 'smallest'], ['http://127.0.0.1:9', 'later']);
  assert.match(again.output, /^image +image .* 50 %$/m);
  assert.doesNotMatch(again.output, /cost, in US dollars/);
  await assert.rejects(run(['--cost-per-image', '0.03', '--probe', 'no']), /KINORA_WORKER_COSTS.*--force/);
  await assert.rejects(run(['--preference', '10', '--force']), /KINORA_WORKER_PREFERENCE/);
});

test('what an hour costs is kept by image and second, as the usual sizes measure it', async (t) => {
  verifies('DEC-SETUP-09');
  const server = await startFakeOpenAi({ models: ['painter'] });
  t.after(() => server.stop());
  const { file, run } = await setUpFolder(t);
  const args = ['--openai', server.url, '--image-model', 'painter', '--models', 'image', '--cost-per-hour'];
  await run([...args, '9', '--probe', 'smallest']);
  assert.deepEqual(await costsIn(file), {});
  const { output } = await run([...args, '9', '--probe', 'default']);
  const { image = 0 } = await costsIn(file);
  const [, perHour = ''] = /^image +image +1024x1024 +\S+ +(\d+) /m.exec(output) ?? [];
  const expected = 900 / Number(perHour);
  assert.ok(Math.abs(image - expected) < 0.06 * expected, `${image} is not ${expected}`);
});

test('costs that differ are replaced once the operator agrees, and noise is none', async (t) => {
  verifies('DEC-SETUP-09');
  const { file } = await setUpFolder(t);
  const settings = { KINORA_ENGINE: 'comfyui', KINORA_WORKER_COSTS: 'image=0.4,draft=3' };
  const text = 'KINORA_ENGINE=comfyui\nKINORA_WORKER_COSTS=image=0.4,draft=3\n';
  const costs = async (measured: Record<string, number>, isForced: boolean, answers?: string[]) => {
    await writeFile(file, text);
    const dialogue = operator(answers);
    await keepCosts({ file, isForced }, settings, new Map(Object.entries(measured)), dialogue);
    return { costs: await costsIn(file), said: dialogue.said.join('\n') };
  };
  const before = { image: 0.4, draft: 3 };
  assert.deepEqual(await costs({ image: 0.43 }, false), { costs: before, said: '' });
  const refused = await costs({ image: 0.8 }, false);
  assert.deepEqual(refused.costs, before);
  assert.match(refused.said, /^WARNING: .*has KINORA_WORKER_COSTS=image=0\.4.*measured is image=0\.8/);
  assert.deepEqual((await costs({ image: 0.8 }, false, ['n'])).costs, before);
  for (const [isForced, answers] of [
    [true, undefined],
    [false, ['y']],
  ] as const)
    assert.deepEqual((await costs({ image: 0.8 }, isForced, answers && [...answers])).costs, {
      image: 0.8,
      draft: 3,
    });
  // What was not there replaces nothing; and no number is written as 1e-7.
  assert.deepEqual((await costs({ fast: 0.000_000_1 }, false)).costs, { ...before, fast: 0.000_000_1 });
});

test('what rendering costs is asked once', async () => {
  verifies('DEC-SETUP-09');
  const atTerminal = operator(['dear', '0.5']);
  assert.equal((await chooseCosts(UNSAID, {}, false, atTerminal)).perHour, 0.5);
  assert.equal(atTerminal.said.filter((each) => each.includes('an hour of this machine')).length, 2);
  const { byModel } = await chooseCosts(UNSAID, { KINORA_WORKER_COSTS: 'image=4' }, true, operator([]));
  assert.deepEqual([...byModel], [['image', 4]]);
});
