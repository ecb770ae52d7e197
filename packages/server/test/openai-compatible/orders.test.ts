import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type OpenAI from 'openai';
import { toFile } from 'openai';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { within } from '../support/deadline.ts';
import { balanceOf } from '../support/jobs-under-test.ts';
import { IMAGE, openaiClient, VIDEO } from '../support/openai-client.ts';
import { samplePng } from '../support/sample-artifact.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';

let service: TestApp;
let customer: TestAccount;
let client: OpenAI;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());
beforeEach(async () => {
  customer = await service.account();
  client = openaiClient(service, customer);
});

/** Posts to a route of the façade; asserts a 400 that names `param` and charges nothing, and returns its message. */
async function assertRefused(path: string, body: object, param: string): Promise<string> {
  const answer = await assertUntouched(service, customer, () =>
    send(`${service.url}/openai/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  assert.equal(answer.status, 400, answer.text);
  assert.equal(answer.body.error.param, param, answer.text);
  assert.equal(answer.body.error.type, 'invalid_request_error');
  return answer.body.error.message;
}

describe('parameters of images', () => {
  test('a value that asks for something else than what is delivered is refused by its name', async () => {
    verifies('DEC-FACADE-03');
    for (const [param, value] of [
      ['quality', 'hd'],
      ['quality', 'high'],
      ['style', 'vivid'],
      ['background', 'transparent'],
      ['moderation', 'none'],
      ['output_format', 'webp'],
      ['output_compression', 50],
      ['stream', true],
      ['partial_images', 2],
      ['response_format', 'png'],
      ['model', 'gpt-image-1'],
      ['model', 'kinora-video-fast'],
      ['n', 0],
      ['n', 11],
      ['n', '2'],
      ['prompt', ''],
      ['prmopt', 'a lake'],
    ] as const) {
      await assertRefused('/images/generations', { ...IMAGE, [param]: value }, param);
    }
  });

  test('a size that is not delivered is refused with sizes that are', async () => {
    verifies('DEC-FACADE-04');
    for (const size of ['128x128', '4096x4096', '1024', '1024X1024', '01024x1024', 'x', '1024x1024 ']) {
      const message = await assertRefused('/images/generations', { ...IMAGE, size }, 'size');
      assert.match(message, /256 to 2048 pixels, such as 1024x1024, 1536x1024/);
    }
  });

  test('values that change nothing are accepted, as null is', async () => {
    verifies('DEC-FACADE-03', 'DEC-FACADE-04');
    const made = client.images.generate({
      prompt: 'a quiet lake',
      size: 'auto',
      n: null,
      quality: 'auto',
      background: 'opaque',
      moderation: 'auto',
      output_format: 'png',
      style: null,
      response_format: null,
      stream: false,
      user: 'somebody',
    });
    const lease = await takeLease(service.worker);
    assert.deepEqual([lease.task.width, lease.task.height], [1024, 1024]);
    await deliver(service.worker, lease);
    const { data = [], size } = await within(() => 'the image', made);
    assert.equal(size, '1024x1024');
    assert.deepEqual(Object.keys(data[0] ?? {}).sort(), ['b64_json', 'url']);
  });
});

test('a call without storage is refused, because these routes have none', async () => {
  verifies('DEC-FACADE-03');
  for (const value of ['0', 'false']) {
    const headers = { 'x-service-store': value };
    await assertUntouched(service, customer, () =>
      assert.rejects(client.images.generate(IMAGE, { headers }), { status: 400, param: 'X-Service-Store' }),
    );
  }
});

describe('several images', () => {
  test('are all ordered or none', async () => {
    verifies('DEC-FACADE-05', 'DEC-FACADE-02');
    customer = await service.account(12);
    client = openaiClient(service, customer);
    await assert.rejects(client.images.generate({ ...IMAGE, n: 3 }), {
      status: 402,
      code: 'balance_insufficient',
      type: 'insufficient_quota',
    });
    assert.equal(await balanceOf(service.database, customer.id), 12);
    const open = await service.database.query(
      'select id from jobs where account_id = $1 and ended_at is null',
      [customer.id],
    );
    assert.deepEqual(open, []);
  });

  test('are at most as many as the account may have jobs', async () => {
    verifies('DEC-FACADE-05');
    customer = await service.account(1000, 'default');
    const message = await assertRefused('/images/generations', { ...IMAGE, n: 4 }, 'n');
    assert.match(message, /at most 3/);
  });

  test('are sent without one that was blocked, which costs nothing', async () => {
    verifies('DEC-FACADE-05');
    const before = await balanceOf(service.database, customer.id);
    const made = client.images.generate({ ...IMAGE, n: 2 });
    const blocked = await takeLease(service.worker);
    await service.worker.block(blocked, { category: 'sexual', reason: 'found' });
    await deliver(service.worker, await takeLease(service.worker));
    assert.equal((await within(() => 'the images', made)).data?.length, 1);
    assert.equal(before - (await balanceOf(service.database, customer.id)), 5);
  });
});

describe('parameters of videos', () => {
  test('what cannot be delivered is refused by its name', async () => {
    verifies('DEC-FACADE-03', 'DEC-FACADE-04');
    for (const [param, value] of [
      ['model', 'sora-2'],
      ['model', 'kinora-image'],
      ['seconds', '12'],
      ['seconds', '0'],
      ['seconds', 'five'],
      ['seconds', true],
      ['size', '1920x1080'],
      ['size', '256x256'],
      ['size', '100x100'],
      ['size', 'auto'],
      ['remix_id', 'x'],
      ['input_reference', 7],
    ] as const) {
      await assertRefused('/videos', { ...VIDEO, [param]: value }, param);
    }
    for (const [image_url, problem] of [
      ['https://example.com/a.png', /fetches no addresses/],
      ['data:image/png;base64,!!!!', /strict base64/],
      [
        `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`,
        /is an SVG drawing, not a PNG/,
      ],
    ] as const) {
      const body = { ...VIDEO, input_reference: { image_url } };
      const param = image_url.startsWith('data:') ? 'input_reference' : 'input_reference.image_url';
      assert.match(await assertRefused('/videos', body, param), problem);
    }
    const quality = { ...VIDEO, model: 'kinora-video-quality', size: '1280x720' };
    assert.match(
      await assertRefused('/videos', { ...quality, seconds: '4' }, 'seconds'),
      /^seconds: .*5, 7, 10/,
    );
    assert.match(await assertRefused('/videos', { ...quality, size: '640x320' }, 'size'), /1920x1080/);
  });

  test('the model is the mode, with its default size and length', async () => {
    verifies('DEC-FACADE-01', 'DEC-FACADE-02');
    for (const [model, size, cents] of [
      ['kinora-video-fast', '1280x720', 50],
      ['kinora-video-quality', '1280x720', 150],
      ['kinora-video-cinema', '2560x1440', 350],
    ] as const) {
      const before = await balanceOf(service.database, customer.id);
      const video = await client.videos.create({ prompt: 'waves at sunset', model });
      assert.deepEqual([video.model, video.size, video.seconds], [model, size, '5']);
      assert.equal(before - (await balanceOf(service.database, customer.id)), cents);
    }
  });

  test('a reference image may be a file or a data URL, in a form or in JSON', async () => {
    verifies('DEC-FACADE-01');
    const photo = samplePng({ width: 448, height: 256 });
    const image_url = `data:image/png;base64,${photo.toString('base64')}`;
    const asFile = await toFile(photo, 'photo.png', { type: 'image/png' });
    for (const input_reference of [asFile, { image_url }])
      await client.videos.create({ ...VIDEO, input_reference });
    await client.post('/videos', { body: { ...VIDEO, seconds: 1, input_reference: { image_url } } });
    const rows = await service.database.query<{ operation: string }>(
      'select operation from jobs where account_id = $1',
      [customer.id],
    );
    assert.deepEqual(
      rows.map(({ operation }) => operation),
      ['i2v', 'i2v', 'i2v'],
    );
  });

  const sendForm = (body: Buffer, contentType = 'multipart/form-data; boundary=b') =>
    send(`${service.url}/openai/v1/videos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.key}`, 'content-type': contentType },
      body: new Uint8Array(body),
    });
  const part = (headers: string, value: string | Buffer) =>
    Buffer.concat([Buffer.from(`--b\r\n${headers}\r\n\r\n`), Buffer.from(value), Buffer.from('\r\n')]);
  const field = (name: string, value: string | Buffer) =>
    part(`Content-Disposition: form-data; name="${name}"`, value);
  const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--b--\r\n')]);

  test('a file is read as the clients of other languages send it', async () => {
    verifies('DEC-FACADE-01');
    const photo = samplePng({ width: 448, height: 256 });
    const named = (rest: string) => `Content-Disposition: form-data; name="input_reference"${rest}`;
    const rest = [field('prompt', 'waves'), field('seconds', '1'), field('size', '448x256')];
    for (const headers of [
      `${named('; filename="a \\"quoted\\" name.png"')}\r\nContent-Type: application/octet-stream`, // Go
      `${named('; filename="a"b.png"')}\r\nContent-Type: image/png`, // form-data of npm
      named('; filename="C:\\\\"'),
      named(`; filename*=UTF-8''%E2%98%83.png`),
      named('; filename="Übung; name=\\"prompt\\".png"'),
      `content-type: image/png\r\n${named('').toLowerCase()}`,
      'Content-Disposition: form-data; name=input_reference; filename=a.png',
    ]) {
      const answer = await sendForm(form(part(headers, photo), ...rest));
      assert.equal(answer.status, 200, `${headers}: ${JSON.stringify(answer.body)}`);
    }
    const preamble = Buffer.from('This is a form.\r\n');
    const answer = await sendForm(
      Buffer.concat([preamble, form(...rest)]),
      'multipart/form-data; charset=utf-8; boundary="b"',
    );
    assert.equal(answer.status, 200);
    assert.equal(answer.body.prompt, 'waves');
  });

  test('a form that is cut off, is not text, repeats a field or contains NUL is refused by what is wrong', async () => {
    verifies('DEC-FACADE-03');
    const photo = samplePng({ width: 16, height: 16 });
    const bad: readonly (readonly [body: Buffer, message: RegExp, contentType?: string])[] = [
      [field('prompt', 'waves'), /cut off/],
      [form(field('prompt', 'waves'), field('prompt', 'again')), /prompt: is given twice/],
      [form(field('prompt', 'wav\0es')), /prompt: contains a NUL/],
      [form(field('prompt', Buffer.from('für', 'latin1'))), /prompt: is not text in UTF-8/],
      [form(field('input_reference', photo)), /input_reference: .* needs a filename/],
      [form(...Array.from({ length: 40 }, (_, i) => field(`field${i}`, ''))), /more than 32 parts/],
      [form(part('Content-Type: text/plain', 'waves')), /a part of the form has no name/],
      [form(part('', 'waves')), /a part of the form has no name/],
      [Buffer.from('nothing'), /does not have the boundary/],
      [form(field('prompt', 'waves')), /does not have the boundary/, 'multipart/form-data; boundary=c'],
      [form(field('prompt', 'waves')), /has no boundary/, 'multipart/form-data'],
    ];
    for (const [body, message, contentType] of bad) {
      const answer = await assertUntouched(service, customer, () => sendForm(body, contentType));
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'invalid_request']);
      assert.match(answer.body.error.message, message);
    }
  });
});
