import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { blocksFor } from '@kinora/testing/documents';
import { probeMedia } from '@kinora/video/probe';
import { childEnvironment } from '../../src/config.ts';
import { deliver, takeLease } from './act-as-worker.ts';
import { SLOW_MS, within } from './deadline.ts';
import type { TestApp } from './test-app.ts';

const run = promisify(execFile);

/** The TypeScript examples by their names: in the first line of each, except where a document has only one. */
export function clientExamples(): ReadonlyMap<string, string> {
  const named = blocksFor('docs/client.md', 'client/packed-client').map(({ text }): [string, string] => {
    const [, name = '', code = ''] = /^\/\/ (\S+\.ts)\n([\s\S]*)$/.exec(text) ?? [];
    return [name, code];
  });
  const [readme] = blocksFor('README.md', 'client/packed-client');
  const [standalone] = blocksFor('packages/client/README.md', 'client/packed-client');
  assert.ok(readme !== undefined && standalone !== undefined);
  return new Map([...named, ['readme.ts', readme.text], ['own-readme.ts', standalone.text]]);
}

/** How a folder with the examples runs one of them. */
export interface ExampleRuntime {
  readonly folder: string;
  /** The program and its arguments before the file. */
  readonly command: readonly [string, ...string[]];
  /** The extension of the files. */
  readonly extension: 'ts' | 'js';
}

/** Runs every example against a service, whose results the test delivers. */
export async function runExamples(service: TestApp, runtime: ExampleRuntime): Promise<void> {
  const { folder, command, extension } = runtime;
  const [program, ...args] = command;
  const { key } = await service.account();
  const env = childEnvironment({ KINORA_SERVER: service.url, KINORA_API_KEY: key, KINORA_KEY: key });
  const example = async (name: string, orders = 0) => {
    const running = run(program, [...args, `${name}.${extension}`], { cwd: folder, env });
    for (let at = 0; at < orders; at += 1) await deliver(service.worker, await takeLease(service.worker));
    return (await within(() => `the end of ${name}`, running, SLOW_MS)).stdout;
  };
  assert.match(await example('image', 1), /\d+ of \d+ bytes/);
  assert.deepEqual((await probeMedia(await readFile(path.join(folder, 'fox.png')))).kind, 'png');
  assert.match(await example('video', 1), /^1280x720 for 20 cents\n[\s\S]*completed/);
  assert.match(await example('models'), /^image: Image, about \d+ s\n(.+\n)*fast: 50 cents\n$/);
  assert.equal(await example('problems'), 'cinema has lengths of 5 seconds\n');
  assert.equal(await example('order', 1), 'true\n');
  assert.match(await example('account'), /^\d+ false \d+ \d+ 5\n2 undefined\n$/);
  assert.equal(await example('webhooks'), '');
  assert.match(await runClaim(service, runtime), /^Open http/);
  for (const name of ['readme', 'own-readme']) {
    const file = path.join(folder, `${name}.${extension}`);
    const code = await readFile(file, 'utf8');
    await writeFile(file, code.replace('http://127.0.0.1:8787', service.url));
    assert.match(await example(name, 1), /^(queued \d|completed)/);
  }
}

/** Runs the example until it has printed its link: nobody approves it. */
async function runClaim(service: TestApp, { folder, command, extension }: ExampleRuntime): Promise<string> {
  const [program, ...args] = command;
  const env = childEnvironment({ KINORA_SERVER: service.url });
  const running = execFile(program, [...args, `claim.${extension}`], { cwd: folder, env });
  const printed = new Promise<string>((resolve) =>
    running.stdout?.once('data', (data) => resolve(String(data))),
  );
  const text = await within(() => 'the link of the claim', printed);
  running.kill();
  return text;
}
