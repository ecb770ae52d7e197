import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { probeMedia } from '@kinora/video/probe';
import { deliver, takeLease } from './act-as-worker.ts';
import { SLOW_MS } from './deadline.ts';
import { createReader, type Reader } from './reader.ts';
import { startTestApp, type TestApp } from './test-app.ts';

interface GeneratedClient {
  /** The blocks of this name: what installs and generates, the program, and what checks and runs it. */
  readonly blocks: string;
  /** What checks the program besides. */
  readonly checks?: string;
  readonly skip: string | false;
  /** Names the requirement in each test. */
  readonly covers: () => void;
}

const PAGE = 'docs/clients-by-generators.md';
const ADDRESS = 'http://127.0.0.1:8787';

/** Follows the page about generators for one of them, with the document of each version of OpenAPI. */
export function testGeneratedClient({ blocks, checks = '', skip, covers }: GeneratedClient): void {
  const [install, program, start] = blocksFor(PAGE, blocks);
  assert.ok(install !== undefined && program !== undefined && start !== undefined, blocks);
  // The last line runs the program; those before it compile it.
  const lines = start.text.trimEnd().split('\n');
  const command = lines.pop() ?? '';

  describe(blocks, { skip }, () => {
    let service: TestApp;
    let reader: Reader;
    before(async () => {
      service = await startTestApp();
      reader = await createReader({});
      reader.placeholders.set(ADDRESS, service.url);
      const [, name = ''] = /^\S+ (\S+)\n/.exec(program.text) ?? [];
      await writeFile(path.join(reader.folder, name), program.text.replace(ADDRESS, service.url));
    });
    after(async () => {
      await reader?.leave();
      await service?.stop();
    });

    for (const document of ['openapi.json', 'openapi-3.0.json']) {
      test(`a client from ${document} orders, and reads a typed error`, {
        timeout: 6 * SLOW_MS,
      }, async () => {
        covers();
        reader.placeholders.set('/openapi.json', `/${document}`);
        const run = (text: string) => reader.run({ ...start, text });
        await run('rm -rf kinora* go.*');
        await reader.run(install);
        await run([...lines, checks].join('\n'));

        const { key } = await service.account();
        const ordered = run(`KINORA_API_KEY=${key} ${command}`);
        await deliver(service.worker, await takeLease(service.worker));
        assert.match(await ordered, /^1 image for 5 cents\ndeleted: 204$/m);
        assert.equal((await probeMedia(await readFile(path.join(reader.folder, 'fox.png')))).kind, 'png');

        const poor = await service.account(1);
        const refused = await run(`KINORA_API_KEY=${poor.key} ${command} || true`);
        assert.match(refused, /^5 cents needed: http\S+\/account\/\S+$/m);
      });
    }
  });
}
