import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { SLOW_MS } from '../support/deadline.ts';
import { EVERY_DRILL } from '../support/every-drill.ts';
import { startKinora } from '../support/service-process.ts';

/** The first words of each line, and the names of files: the rest are values, which differ from run to run. */
function shapeOf(output: string): string[] {
  return output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('"'))
    .map((line) =>
      line.startsWith('/') ? path.basename(line) : (/^\D+?(?= {2,}| \d|$)/.exec(line)?.[0] ?? ''),
    );
}

const SHOWN = blocksFor('README.md', 'cli/demo').flatMap(({ text }) => shapeOf(text));

// CI runs `npm run demo` itself, which fails unless everything is generated and paid.
const drill = { skip: !EVERY_DRILL && 'npm run drills compares it with the README' };

test(
  'the demo generates an image and two videos from the prompt, and no process is left running',
  drill,
  async () => {
    verifies('DEC-COMMAND-03');
    const folder = await mkdtemp(path.join(tmpdir(), 'kinora-demo-'));
    const run = startKinora(
      ['demo', '--prompt', 'a paper boat on a still lake at dawn', '--seed', '11'],
      {},
      folder,
    );
    // It starts a cluster and renders two videos at full size.
    assert.equal(await run.ended(2 * SLOW_MS), 0, run.output());
    assert.deepEqual(shapeOf(run.output()).slice(0, SHOWN.length), SHOWN, 'the output is as in the README');
    assert.match(run.output(), /"a paper boat on a still lake at dawn" {2}\(seed 11\)/);
    assert.match(run.output(), /Charged +1\.05 USD in all, 8\.95 USD left/);
    assert.match(run.output(), /every invariant holds/);
    const image = await probeMedia(await readFile(path.join(folder, 'demo-output', 'image.png')));
    assert.deepEqual([image.kind, image.width, image.height], ['png', 1280, 720]);
    for (const name of ['video.mp4', 'image-to-video.mp4']) {
      const video = await probeMedia(await readFile(path.join(folder, 'demo-output', name)));
      assert.ok(video.kind === 'mp4' && video.audio !== undefined);
      assert.deepEqual([video.width, video.height, video.framesDecoded], [1280, 720, 121]);
      assert.ok(video.audio.audioRms > 0.01, 'the sound is not silence');
    }
    assert.equal(existsSync(path.join(folder, '.kinora-demo')), false);
    await rm(folder, { recursive: true, force: true });
  },
);
