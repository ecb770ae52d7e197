import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { contents } from '../src/http/docs/contents.ts';
import { SLOW_MS, within } from './support/deadline.ts';
import { startRealWorker } from './support/real-worker.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';

/** The commands of the documentation that are marked `sh run`, run as a reader does: in a shell, page after page. */

const DOCS = new URL('../../../docs/', import.meta.url);

let service: TestApp;
let worker: ReturnType<typeof startRealWorker>;
let folder: string;
before(async () => {
  service = await startTestApp();
  worker = startRealWorker(service, createProceduralEngine());
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-docs-'));
  // What the pages need of jq, which a machine may lack.
  const jq = path.join(folder, 'jq');
  await writeFile(
    jq,
    `#!${process.execPath}
const [, filter, file] = process.argv.slice(2);
const value = JSON.parse(require('node:fs').readFileSync(file ?? 0, 'utf8'))[filter.slice(1)];
console.log(value ?? null);
`,
  );
  await chmod(jq, 0o755);
});
after(async () => {
  await worker.stop();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

async function run(script: string): Promise<string> {
  const { key } = await service.account();
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${folder}:${process.env.PATH}`,
      KINORA_URL: `${service.url}/api`,
      KINORA_KEY: key,
    },
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (bytes) => (output += bytes));
  const [code] = await within(() => `the commands:\n${output}`, once(shell, 'close'), 2 * SLOW_MS);
  assert.equal(code, 0, output);
  return output;
}

for (const file of contents.flatMap(({ files }) => files)) {
  const markdown = await readFile(new URL(file, DOCS), 'utf8');
  const commands = [...markdown.matchAll(/```sh run\n([\s\S]*?)```/g)].map(([, text]) => text);
  if (commands.length === 0) continue;
  test(`the commands of docs/${file} work`, async () => {
    verifies('DEC-DOCS-02');
    const output = await run(commands.join('\necho\n'));
    // The page about errors shows one on purpose.
    const errors = output.match(/"code":"\w+"/g) ?? [];
    assert.deepEqual(errors, file.endsWith('errors-and-retries.md') ? ['"code":"invalid_request"'] : []);
  });
}

test('the quick start and the guide to zero retention leave an image', async () => {
  verifies('DEC-DOCS-02');
  for (const name of ['image.png', 'private.png']) {
    const image = await probeMedia(await readFile(path.join(folder, name)));
    assert.deepEqual([image.kind, image.width, image.height], ['png', 512, 512], name);
  }
});
