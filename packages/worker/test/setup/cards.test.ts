import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import { verifies } from '@kinora/testing/requirements';
import { describeCards } from '../../src/setup/describe-cards.ts';
import { readCardsHere } from '../../src/setup/find-renderers.ts';
import { setUpFolder } from './operator.ts';

test('for each card of a machine there are the commands of a ComfyUI and a worker', async (t) => {
  verifies('DEC-SETUP-10', 'DEC-DOCS-02');
  const { folder } = await setUpFolder(t);
  const lines = 'NVIDIA L4, 23034\nNVIDIA GeForce RTX 4090, 24564\nNVIDIA L4, 23034\n';
  await writeFile(path.join(folder, 'nvidia-smi'), `#!/bin/sh\nprintf '${lines.replaceAll('\n', '\\n')}'\n`, {
    mode: 0o755,
  });
  const { PATH } = process.env;
  t.after(() => {
    process.env.PATH = PATH;
  });
  process.env.PATH = `${folder}:${PATH}`;
  const cards = await readCardsHere();
  assert.deepEqual(
    cards.map(({ name }) => name),
    ['NVIDIA GeForce RTX 4090', 'NVIDIA L4', 'NVIDIA L4'],
  );
  const text = describeCards(cards, 'http://127.0.0.1:8188', '/srv/worker.env') ?? '';
  assert.match(text, /3 cards \(NVIDIA GeForce RTX 4090, NVIDIA L4\)/);
  assert.match(text, /--port 8189 --cuda-device 1 /);
  assert.match(text, /setup --comfyui http:\/\/127\.0\.0\.1:8189 --file worker-1\.env$/);
  const [documented] = blocksFor('docs/guides/workers.md', 'setup/cards');
  for (const line of documented?.text.trim().split('\n') ?? ['?']) assert.ok(text.includes(line), line);
  assert.equal(describeCards(cards.slice(1, 2), 'http://127.0.0.1:8188', '/srv/worker.env'), undefined);
  assert.equal(describeCards(cards, 'http://127.0.0.1:8189', '/srv/worker-1.env'), undefined);
});

test('slots that a server does not take are a warning', async (t) => {
  verifies('DEC-SETUP-10');
  const server = await startFakeOpenAi({
    models: ['painter'],
    interfere: ({ path: place }, count) => {
      if (!place.endsWith('/generations')) return undefined;
      return count <= 1 ? undefined : { status: 400, body: { error: { message: 'too many at once' } } };
    },
  });
  t.after(() => server.stop());
  const { run } = await setUpFolder(t);
  const args = ['--openai', server.url, '--image-model', 'painter', '--models', 'image'];
  const { output } = await run([...args, '--probe', 'smallest', '--slots', '3']);
  assert.match(
    output,
    /WARNING: 3 at once: image, image: 3 failed, so give fewer --slots: .*too many at once/,
  );
  await assert.rejects(run([...args, '--slots', '65', '--force']), /KINORA_WORKER_SLOTS/);
});
