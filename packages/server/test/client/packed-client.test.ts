import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { verifies } from '@kinora/testing/requirements';
import { pack } from '../../../../scripts/pack.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { launchBrowser } from '../support/browser.ts';
import { clientExamples, runExamples } from '../support/client-examples.ts';
import { within } from '../support/deadline.ts';
import { startTestApp } from '../support/test-app.ts';

/**
 * The client as customers get it: packed, installed in an empty folder, with the examples of docs/client.md, README.md and
 * packages/client/README.md.
 */

const root = path.join(import.meta.dirname, '../../../..');
const run = promisify(execFile);

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-packed-'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('the package has code, types and no dependency, and installs in an empty folder', async (context) => {
  verifies('DEC-CLIENT-09');
  const { file, files, packedBytes, unpackedBytes } = await pack('client', folder);
  context.diagnostic(`${packedBytes} bytes packed, ${unpackedBytes} unpacked, ${files.length} files`);
  for (const needed of ['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']) {
    assert.ok(files.includes(needed), needed);
  }
  assert.deepEqual(
    files.filter((name) => name.startsWith('dist/') && !/\.(js|d\.ts)$/.test(name)),
    [],
  );
  await writeFile(path.join(folder, 'package.json'), '{"type": "module", "private": true}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: folder });
  const lock = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8'));
  assert.deepEqual(Object.keys(lock.packages), ['', 'node_modules/@kinora/client']);
});

test('the examples of the documentation type-check against the package', async () => {
  verifies('DEC-CLIENT-09');
  for (const [name, code] of clientExamples()) await writeFile(path.join(folder, name), code);
  // The types of Node alone: those of the package must need nothing else.
  await mkdir(path.join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types']) {
    await symlink(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  for (const module of ['nodenext', 'esnext']) {
    const compilerOptions = {
      ...{
        module,
        moduleResolution: module === 'esnext' ? 'bundler' : module,
        target: 'es2022',
        types: ['node'],
      },
      ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: false },
      ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    };
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['*.ts'] }),
    );
    await run(tsc, ['-p', folder]).catch(({ stdout }) => assert.fail(stdout));
  }
});

test('the examples of the documentation run against a service', async (context) => {
  verifies('DEC-CLIENT-09');
  const service = await startTestApp();
  context.after(() => service.stop());
  await runExamples(service, { folder, command: [process.execPath], extension: 'ts' });
});

test('the package runs in a browser, on a page of a listed origin', async (context) => {
  verifies('DEC-CLIENT-11');
  const site = await serveFolder(path.join(folder, 'node_modules/@kinora/client/dist'));
  context.after(site.close);
  const { origin } = site;
  const service = await startTestApp({ environment: { KINORA_ALLOWED_ORIGINS: origin } });
  context.after(() => service.stop());
  const { key } = await service.account();
  const browser = await launchBrowser();
  context.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(origin);
  const made = page.evaluate(
    async (options) => {
      const { createKinoraClient } = await import(`${options.origin}/index.js`);
      const client = createKinoraClient(options);
      const job = await client.generateImage({ prompt: 'a paper boat', width: 256, height: 256 });
      const end = await client.waitFor(job);
      const file = await client.download(end.result_url);
      const problem = await client
        .job('none')
        .catch(({ code, requestId }: Record<string, string>) => ({ code, requestId }));
      // What the client sends when it resumes events.
      const headers = { 'x-api-key': options.apiKey, 'last-event-id': end.status };
      const resumed = await fetch(`${options.baseUrl}/v1/jobs/${job.job_id}/events`, { headers });
      return { bytes: file.length, problem, resumed: resumed.status };
    },
    { origin, baseUrl: service.url, apiKey: key },
  );
  const bytes = await deliver(service.worker, await takeLease(service.worker));
  const { problem, ...shown } = await within(() => 'the page', made);
  assert.deepEqual(shown, { bytes: bytes.length, resumed: 204 });
  assert.equal(problem.code, 'not_found');
  assert.match(problem.requestId, /^[0-9a-f-]{36}$/);
});

/** A site whose only page is empty. */
async function serveFolder(modules: string) {
  const server = createServer(async (request, response) => {
    const isPage = request.url === '/';
    const file = isPage ? '' : await readFile(path.join(modules, request.url ?? ''));
    response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'text/javascript' }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
