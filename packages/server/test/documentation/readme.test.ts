import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { blocksFor, codeBlocksOf } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { SLOW_MS } from '../support/deadline.ts';
import { freePort } from '../support/free-port.ts';
import { payAndApprove } from '../support/pay-and-approve.ts';
import { createReader, type Reader, type Started } from '../support/reader.ts';
import { startDocumented } from '../support/start-documented.ts';

/** The commands of the README, in their order, by npm as a newcomer runs them. */

const blocks = codeBlocksOf('README.md').filter(({ mark }) => mark === 'run' || mark === 'start');

let reader: Reader;
let service: Started;
let url: string;
before(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  reader = await createReader({ KINORA_PORT: String(port), KINORA_SERVER: url });
  reader.set({ XDG_CONFIG_HOME: path.join(reader.folder, 'config') });
  reader.placeholders.set('http://127.0.0.1:8787', url);
  reader.placeholders.set('https://media.example.com', url);
  reader.placeholders.set('qV3…', '$(jq -r .code .response)');
});
after(() => reader.leave());

test('the commands of the README work, one after the other', { timeout: 8 * SLOW_MS }, async () => {
  verifies('DEC-DOCS-05');
  for (const block of blocks) {
    if (block.text.startsWith('npm start')) {
      service = await reader.start(block, (output) => output.includes('Kinora is ready at'));
    } else if (block.mark === 'start') {
      await startDocumented(reader, block, url);
    } else {
      const output = await reader.run(block);
      assert.doesNotMatch(output, /"error":"/, block.text);
      noteSecrets(output);
      const [link] = /(?<="verification_uri_complete":")[^"]+/.exec(output) ?? [];
      if (link !== undefined) await payAndApprove(link);
    }
  }
  assert.match(await readFile(path.join(reader.folder, '.response'), 'utf8'), /"status":"ready"/);
  const video = await probeMedia(await readFile(path.join(reader.folder, 'fox.mp4')));
  assert.ok(video.kind === 'mp4' && video.width === 1280 && video.framesDecoded === 49);
  await service.stop();
});

test('a copy of the stopped data directory is a backup', async () => {
  verifies('DEC-DOCS-05');
  const [backup] = blocksFor('docs/guides/backup-and-upgrade.md', 'documentation/readme');
  assert.ok(backup !== undefined);
  await reader.run(backup);
  const text = 'mkdir restored && tar -xzf kinora.tar.gz -C restored\nnpm run -s kinora -- audit\n';
  reader.set({ KINORA_DATA_DIR: path.join(reader.folder, 'restored/.kinora') });
  assert.match(await reader.run({ ...backup, text }), /every invariant|holds|ok/i);
});

/** What is shown once, in place of what the README shows for it. */
function noteSecrets(output: string): void {
  const [key] = /(?<!")kn_[\w-]{20,}/.exec(output) ?? [];
  if (key !== undefined) reader.placeholders.set('kn_...', key);
  const [, token] = /^Worker token +(\S+)$/m.exec(output) ?? [];
  if (token !== undefined) reader.placeholders.set('KINORA_WORKER_TOKEN=...', `KINORA_WORKER_TOKEN=${token}`);
}
