import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { SLOW_MS } from '../support/deadline.ts';
import { createReader, type Reader } from '../support/reader.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** Programs that order images through the façade without the openai package being ours to choose. */

const PACKAGES = 'litellm==1.108.7 langchain-community==0.4.2 openai==3.57.0';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
});
after(() => service.stop());

test('Open WebUI gets the bytes of what it asks for, with the User-Agent of its HTTP library', async () => {
  verifies('DEC-FACADE-01');
  const asked = send(`${service.url}/openai/v1/images/generations`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${customer.key}`,
      'content-type': 'application/json',
      'user-agent': 'Python/3.12 aiohttp/3.14.3',
    },
    body: JSON.stringify({
      ...{ model: 'kinora-image', prompt: 'a pear', n: 1 },
      ...{ size: '512x512', response_format: 'b64_json' },
    }),
  });
  const bytes = await deliver(service.worker, await takeLease(service.worker));
  const { status, body } = await asked;
  assert.equal(status, 200);
  // With a link it would fetch that.
  assert.deepEqual(body.data, [{ b64_json: bytes.toString('base64') }]);
});

const hasPython = spawnSync('python3', ['-m', 'ensurepip', '--version']).status === 0;
const skip = !hasPython && 'python3 with pip is not installed';
describe('the Python of the documentation', { skip, timeout: 3 * SLOW_MS }, () => {
  let reader: Reader;
  before(async () => {
    reader = await createReader({});
    reader.placeholders.set('http://127.0.0.1:8787', service.url).set('kn_...', customer.key);
    await shell(`python3 -m venv venv\n. venv/bin/activate\npip install -q ${PACKAGES}`);
  });
  after(() => reader?.leave());

  const blocks = blocksFor('docs/openai-compatible.md', 'openai-compatible/other-programs');
  const shell = (text: string) =>
    reader.run({ document: 'docs/openai-compatible.md', line: 1, language: 'sh', mark: 'run', text });

  /** Runs the block that imports `library`; its image is delivered meanwhile. */
  async function runBlock(library: string): Promise<string> {
    const program = blocks.find(({ text }) => text.includes(library))?.text ?? assert.fail(library);
    await writeFile(
      path.join(reader.folder, 'program.py'),
      program.replaceAll('http://127.0.0.1:8787', service.url).replaceAll('kn_...', customer.key),
    );
    const running = shell('LITELLM_LOCAL_MODEL_COST_MAP=True python -W ignore program.py');
    await deliver(service.worker, await takeLease(service.worker));
    return running;
  }

  test('for LangChain prints the link of an image', async () => {
    verifies('DEC-FACADE-01');
    const [link = ''] = /^http\S+$/m.exec(await runBlock('langchain_community')) ?? [];
    const { width } = await probeMedia(Buffer.from(await (await fetch(link)).arrayBuffer()));
    assert.equal(width, 1024);
  });

  test('for LiteLLM orders an image and a video, once each', async () => {
    verifies('DEC-FACADE-01');
    const before = (await customer.get('/v1/jobs')).body.jobs.length;
    await runBlock('litellm');
    const { jobs } = (await customer.get('/v1/jobs')).body;
    assert.deepEqual(
      jobs.slice(0, jobs.length - before).map(({ kind, status }: Record<string, string>) => [kind, status]),
      [
        ['video', 'queued'],
        ['image', 'completed'],
      ],
    );
  });
});
