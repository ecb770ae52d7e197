import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { parseEnv } from 'node:util';
import { makePng } from '@kinora/testing/fake-openai/media';
import { verifies } from '@kinora/testing/requirements';
import { profileNames, readProfile } from '../../src/openai/profile.ts';
import { chooseProfile } from '../../src/setup/choose-profile.ts';
import { addressOf } from '../../src/setup/choose-renderer.ts';
import { withVendor } from '../../src/setup/server-profile.ts';
import { operator, setUpFolder } from './operator.ts';

/** A server with a queue, as the profile fal asks it: no list of models, and results at a path of their own. */
async function queue(t: TestContext) {
  const calls: string[] = [];
  const keys = new Set<string | undefined>();
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const response_url = `http://${headers.host}/maker/painter/requests/r1`;
    calls.push(`${method} ${url}`);
    keys.add(headers.authorization);
    const say = (value: object | Uint8Array, status = 200) =>
      response.writeHead(status).end(value instanceof Uint8Array ? value : JSON.stringify(value));
    if (url === '/file') return say(await makePng({ width: 256, height: 256 }, ''));
    if (url === '/maker/painter/requests/r1/status') return say({ status: 'COMPLETED', response_url });
    if (url === '/maker/painter/requests/r1') return say({ images: [{ url: '/file' }] });
    if (method !== 'POST') return say({ detail: 'Not found' }, 404);
    await json(request);
    return say({ request_id: 'r1', status: 'IN_QUEUE', response_url });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, keys };
}

test('a vendor with another interface is set up and tried as its profile says', async (t) => {
  verifies('DEC-SETUP-01', 'DEC-SETUP-03');
  const { url, calls, keys } = await queue(t);
  const { file, folder, run } = await setUpFolder(t);
  const args = ['--openai', url, '--token', 'sk-very-secret', '--models', 'image', '--probe', 'smallest'];
  await assert.rejects(run(args), /give --profile, one of .*fal, .*or a file/);
  await assert.rejects(run([...args, '--profile', 'fall']), /there is no profile "fall"; there are .*fal,/);
  const named = [...args, '--profile', 'fal'];
  await assert.rejects(run(named), /--image-model NAME, --video-model NAME, or both; it lists none/);
  assert.deepEqual(await readdir(folder), []);
  keys.clear();
  const complete = [...named, '--image-model', 'maker/painter'];
  await assert.rejects(
    run(complete),
    /Set KINORA_OPENAI_OTHER_HOSTS=on: what KINORA_OPENAI_IMAGE_MODEL makes/,
  );
  const { status, output } = await run([...complete, '--other-hosts']);
  assert.equal(status, 0, output);
  assert.match(output, /^image +image +256x256 /m);
  assert.deepEqual([...keys], ['Key sk-very-secret']);
  assert.ok(calls.includes('GET /maker/painter/requests/r1/status'));
  const settings = parseEnv(await readFile(file, 'utf8'));
  assert.equal(settings.KINORA_OPENAI_PROFILE, 'fal');
  assert.equal(settings.KINORA_OPENAI_OTHER_HOSTS, 'on');
});

test('at a terminal the profile is asked, also a file, until it can be read, and where results may be', async (t) => {
  verifies('DEC-SETUP-03');
  const { url } = await queue(t);
  const { folder } = await setUpFolder(t);
  const mine = path.join(folder, 'mine.json');
  await writeFile(mine, JSON.stringify(readProfile('fal')));
  const found = { kind: 'openai', url, models: undefined } as const;
  const atTerminal = operator([path.join(folder, 'other.json'), mine, 'y']);
  assert.deepEqual(await chooseProfile({}, found, atTerminal), {
    KINORA_OPENAI_PROFILE: mine,
    KINORA_OPENAI_OTHER_HOSTS: 'on',
  });
  assert.match(atTerminal.said.join('\n'), / {2}replicate +Replicate/);
  assert.match(atTerminal.said.join('\n'), /other\.json" cannot be read/);
  const known = { KINORA_OPENAI_PROFILE: 'fal', KINORA_OPENAI_OTHER_HOSTS: 'off' };
  assert.deepEqual(await chooseProfile(known, found, operator()), { KINORA_OPENAI_PROFILE: 'fal' });
  // A server with a list is asked as OpenAI is.
  assert.deepEqual(await chooseProfile({}, { ...found, models: [] }, operator()), {});
});

test('the address of a vendor and its profile follow from each other', () => {
  verifies('DEC-SETUP-01');
  const { address = '' } = readProfile('fal');
  assert.deepEqual(withVendor({ KINORA_OPENAI_PROFILE: 'fal' }).KINORA_OPENAI_URL, address);
  const addresses = profileNames().flatMap((name) => readProfile(name).address ?? []);
  assert.deepEqual(addresses.sort(), [...new Set(addresses)].sort(), 'an address is that of one profile');
  assert.equal(withVendor({ KINORA_OPENAI_URL: `${address}/` }).KINORA_OPENAI_PROFILE, 'fal');
  for (const settings of [
    { KINORA_OPENAI_URL: 'https://fal.run.example' },
    { KINORA_OPENAI_URL: address, KINORA_OPENAI_PROFILE: 'openai' },
    { KINORA_ENGINE: 'comfyui', KINORA_OPENAI_URL: address },
  ])
    assert.deepEqual(withVendor(settings), settings);
});

test('the key is sent in the header that the profile names', () => {
  verifies('DEC-SETUP-01');
  const settings = { KINORA_OPENAI_PROFILE: 'veo', KINORA_OPENAI_KEY: 'k-1' };
  const { headers } = addressOf('openai', settings, 'https://models.example.com');
  assert.deepEqual(headers, { 'x-goog-api-key': 'k-1' });
});
