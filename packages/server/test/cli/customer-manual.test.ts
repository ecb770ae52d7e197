import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { childEnvironment } from '../../src/config.ts';
import { type Customer, createCustomer } from '../support/customer.ts';
import { SLOW_MS, within } from '../support/deadline.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** The commands of docs/command-line.md, run in a shell as a reader does, against a service with a real worker. */

const run = promisify(execFile);

let service: TestApp;
let worker: ReturnType<typeof startRealWorker>;
let customer: Customer;
before(async () => {
  service = await startTestApp();
  worker = startRealWorker(service, createProceduralEngine());
  customer = await createCustomer(service.url);
  await customer.run(['login', '--with-key'], { input: (await service.account()).key });
  const main = fileURLToPath(import.meta.resolve('@kinora/cli/main'));
  const command = path.join(customer.folder, 'kinora');
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  await chmod(command, 0o755);
});
after(async () => {
  await worker.stop();
  await customer.leave();
  await service.stop();
});

test('the commands of the manual work', async () => {
  verifies('DEC-CLI-04', 'DEC-CLI-05', 'DEC-CLI-06');
  const script = blocksFor('docs/command-line.md', 'cli/customer-manual')
    .map(({ text }) => text)
    .join('\n');
  assert.match(script, /kinora image[\s\S]*kinora video[\s\S]*kinora jobs/);
  const config = path.dirname(path.dirname(customer.credentialsFile));
  const env = childEnvironment({
    PATH: `${customer.folder}:${process.env.PATH}`,
    XDG_CONFIG_HOME: config,
    KINORA_SERVER: service.url,
  });
  const running = run('bash', ['-euo', 'pipefail', '-c', script], { cwd: customer.folder, env });
  const { stdout } = await within(() => 'the commands of the manual', running, 2 * SLOW_MS);
  assert.match(
    stdout,
    /^fox\.png\nimage\timage\t(.*\n)+?video, 1280x720, 2 s, fast: 0\.20 USD\npaid from .*\nfox\.mp4\nBalance/,
  );
  const found = await readdir(customer.folder);
  for (const name of found.filter((file) => /\.(png|mp4)$/.test(file))) {
    const { kind } = await probeMedia(await readFile(path.join(customer.folder, name)));
    assert.ok(name.endsWith(kind));
  }
  assert.equal(found.filter((file) => file.endsWith('.png')).length, 3);
});
