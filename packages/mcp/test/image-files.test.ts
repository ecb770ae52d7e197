import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { link, mkdir, mkdtemp, realpath, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import sharp from 'sharp';
import { startTestApp, type TestApp } from '../../server/test/support/test-app.ts';
import { nearestSize } from '../src/media/nearest-size.ts';
import { readApprovedImage } from '../src/media/read-approved-image.ts';
import { startAdapter } from './support/adapter-process.ts';

let folder: string;
/** The approved directory, and one beside it. */
let root: string;
let outside: string;
let png: Buffer;
before(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'kinora-roots-')));
  root = path.join(folder, 'root');
  outside = path.join(folder, 'root-of-others');
  await Promise.all([root, outside].map((each) => mkdir(each)));
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c03028' } })
    .png()
    .toBuffer();
  await writeFile(path.join(root, 'fox.png'), png);
  await writeFile(path.join(outside, 'secret.png'), png);
});
after(() => rm(folder, { recursive: true, force: true }));

const inRoot = (name: string) => path.join(root, name);

async function codeOf(file: string, roots: readonly string[] = [root]): Promise<string> {
  const read = await readApprovedImage(file, roots);
  if (read.ok) return 'accepted';
  assert.ok(read.refusal.message.length > 20, 'with a reason');
  return read.refusal.code;
}

describe('an image is read', () => {
  test('inside an approved directory, also through links that stay inside', async () => {
    verifies('V1-MCP-07', 'DEC-MCP-05');
    assert.equal(await codeOf(inRoot('fox.png')), 'accepted');
    await mkdir(inRoot('deep'));
    assert.equal(await codeOf(inRoot('deep/../fox.png')), 'accepted');
    await symlink(inRoot('fox.png'), inRoot('deep/link.png'));
    assert.equal(await codeOf(inRoot('deep/link.png')), 'accepted');
    // The approved directory may be a link itself.
    await symlink(root, path.join(folder, 'linked'));
    assert.equal(
      await codeOf(path.join(folder, 'linked', 'fox.png'), [path.join(folder, 'linked')]),
      'accepted',
    );
  });

  test('not outside: by path, by a link, by a folder that is a link, by a name that starts alike', async () => {
    verifies('V1-MCP-07', 'DEC-MCP-05');
    const secret = path.join(outside, 'secret.png');
    assert.equal(await codeOf(secret), 'outside_media_roots');
    assert.equal(await codeOf(inRoot('../root-of-others/secret.png')), 'outside_media_roots');
    await symlink(secret, inRoot('innocent.png'));
    assert.equal(await codeOf(inRoot('innocent.png')), 'outside_media_roots');
    await symlink(outside, inRoot('folder'));
    assert.equal(await codeOf(inRoot('folder/secret.png')), 'outside_media_roots');
    assert.equal(
      await codeOf(path.join(outside, 'missing.png')),
      'outside_media_roots',
      'others are not probed',
    );
    assert.equal(await codeOf(inRoot('missing.png')), 'file_not_found');
    assert.equal(await codeOf(root), 'outside_media_roots', 'the directory itself');
    assert.equal(await codeOf('fox.png'), 'path_not_absolute');
    assert.equal(await codeOf(inRoot('fox.png'), []), 'no_media_roots');
    assert.equal(await codeOf(inRoot('fox.png'), [path.join(folder, 'gone')]), 'no_media_roots');
  });

  test('not from a directory, a pipe, a socket or a device', async () => {
    verifies('DEC-MCP-06');
    await mkdir(inRoot('folder.png'));
    assert.equal(await codeOf(inRoot('folder.png')), 'not_a_file');
    execFileSync('mkfifo', [inRoot('pipe.png')]);
    assert.equal(await codeOf(inRoot('pipe.png')), 'not_a_file');
    const socket = createServer().listen(inRoot('socket.png'));
    await new Promise((resolve) => socket.once('listening', resolve));
    assert.equal(await codeOf(inRoot('socket.png')), 'not_a_file');
    socket.close();
    assert.equal(await codeOf('/dev/zero', ['/dev']), 'not_a_file');
    // A file of the kernel that says it is empty.
    assert.equal(await codeOf('/proc/self/environ', ['/proc']), 'not_an_image');
  });

  test('only PNG, JPEG and WebP by content, whatever the name', async () => {
    verifies('V1-MCP-17', 'DEC-MCP-07');
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      await writeFile(inRoot(`${format}.txt`), await sharp(png).toFormat(format).toBuffer());
      assert.equal(await codeOf(inRoot(`${format}.txt`)), 'accepted', format);
    }
    const others = {
      'gif.png': await sharp(png).gif().toBuffer(),
      'svg.png': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      'text.png': 'root:x:0:0',
      'empty.png': '',
      'cut.png': png.subarray(0, 12),
      'riff.webp': 'RIFF\0\0\0\0WAVEfmt ',
    };
    for (const [name, content] of Object.entries(others)) {
      await writeFile(inRoot(name), content);
      assert.equal(await codeOf(inRoot(name)), 'not_an_image', name);
    }
  });

  test('of at most 12 MiB and 64 megapixels', async () => {
    verifies('V1-MCP-17', 'DEC-MCP-07');
    for (const [name, bytes, code] of [
      ['12.png', 12 * 1024 * 1024, 'accepted'],
      ['12-and-one.png', 12 * 1024 * 1024 + 1, 'file_too_large'],
      ['13.png', 13 * 1024 * 1024, 'file_too_large'],
    ] as const) {
      await writeFile(inRoot(name), png);
      await truncate(inRoot(name), bytes);
      assert.equal(await codeOf(inRoot(name)), code, name);
    }
    const photo = { create: { width: 8000, height: 4000, channels: 3 as const, background: '#888' } };
    await writeFile(inRoot('32-megapixels.jpg'), await sharp(photo).jpeg().toBuffer());
    assert.equal(await codeOf(inRoot('32-megapixels.jpg')), 'accepted');
    const huge = Buffer.from(png);
    huge.writeUInt32BE(16_000, 16);
    huge.writeUInt32BE(16_000, 20);
    await writeFile(inRoot('256-megapixels.png'), huge);
    assert.equal(await codeOf(inRoot('256-megapixels.png')), 'image_too_large');
  });

  test('never from outside while links and folders are swapped beneath it', async () => {
    verifies('DEC-MCP-06');
    const inside = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await mkdir(inRoot('spin'));
    await mkdir(inRoot('spin/real'));
    await writeFile(inRoot('spin/real/a.png'), inside);
    await mkdir(path.join(outside, 'spin'));
    await writeFile(path.join(outside, 'spin/a.png'), png);
    // Another process exchanges a folder inside for a link to one outside, and back, as fast as it can.
    const swapping = spawn(
      process.execPath,
      [
        '-e',
        `const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
         const [real, place, aim] = process.argv.slice(1);
         for (;;) {
           renameSync(real, place); renameSync(place, real);
           symlinkSync(aim, place); unlinkSync(place);
         }`,
        inRoot('spin/real'),
        inRoot('spin/now'),
        path.join(outside, 'spin'),
      ],
      { stdio: 'ignore' },
    );
    const seen = new Map<string, number>();
    try {
      for (let round = 0; round < 20_000; round++) {
        const read = await readApprovedImage(inRoot('spin/now/a.png'), [root]);
        const outcome = read.ok ? `${read.value.width} wide` : read.refusal.code;
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      }
    } finally {
      swapping.kill('SIGKILL');
    }
    assert.equal(seen.get('60 wide'), undefined, JSON.stringify([...seen]));
    assert.ok(
      (seen.get('30 wide') ?? 0) > 0 && (seen.get('outside_media_roots') ?? 0) > 0,
      JSON.stringify([...seen]),
    );
  });

  test('and a hard link is the file itself', async () => {
    verifies('DEC-MCP-06');
    await link(inRoot('fox.png'), inRoot('same.png'));
    assert.equal(await codeOf(inRoot('same.png')), 'accepted');
    await rename(inRoot('same.png'), inRoot('renamed.png'));
  });
});

test('without a size the nearest shape of the model is taken, in its smallest size', () => {
  verifies('DEC-MCP-11', 'DEC-MODEL-07');
  const hd = ['1280x720', '720x1280', '720x720', '1080x720', '720x1080'];
  const twice = ['2560x1440', '1440x2560', '1440x1440', '2160x1440', '1440x2160'];
  const step = { step: 16, min_side: 128, max_side: 1024 };
  const models = {
    fast: { sizes: hd, default_size: '1280x720', grid: { step: 64, min_side: 256, max_side: 2560 } },
    quality: { sizes: ['1920x1080', ...hd], default_size: '1280x720', grid: null },
    cinema: { sizes: twice, default_size: '2560x1440', grid: null },
    grid: { sizes: [], default_size: '832x480', grid: step },
    one: { sizes: [], default_size: '640x480', grid: null },
    wrong: { sizes: ['large'], default_size: '', grid: null },
  };
  const nearest = (width: number, height: number, model: keyof typeof models = 'fast') =>
    Object.values(nearestSize({ width, height }, models[model])).join('x');
  assert.equal(nearest(4000, 3000), '1080x720');
  assert.equal(nearest(3000, 4000), '720x1080');
  assert.equal(nearest(1000, 1010), '720x720');
  assert.equal(nearest(3000, 1000), '1280x720');
  assert.equal(nearest(1080, 2400), '720x1280');
  assert.equal(nearest(1920, 1080, 'quality'), '1280x720');
  assert.equal(nearest(1500, 1000, 'cinema'), '2160x1440');
  assert.equal(nearest(3000, 3000, 'grid'), '624x624');
  assert.equal(nearest(9000, 3000, 'grid'), '1024x368');
  assert.equal(nearest(100, 900, 'one'), '640x480');
  assert.equal(nearest(100, 900, 'wrong'), '');
});

describe('service_animate_image', () => {
  let service: TestApp;
  before(async () => {
    service = await startTestApp();
  });
  after(() => service.stop());

  test('sends a file of an approved directory, upright and in its nearest shape', async () => {
    verifies('V1-MCP-06', 'V1-MCP-16', 'DEC-MCP-11');
    const { key } = await service.account();
    const upright = await sharp(png).resize(300, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    await writeFile(inRoot('turned.jpg'), upright);
    const environment = {
      SERVICE_API_TOKEN: key,
      SERVICE_MCP_MEDIA_ROOTS: `/nowhere${path.delimiter}${root}`,
    };
    const adapter = await startAdapter({ origin: service.url, environment });
    try {
      const prompt = 'slow zoom in';
      const order = (image_path: string, more: object = {}) =>
        adapter.call('service_animate_image', { image_path, prompt, duration: 1, ...more });
      const { value, text } = await order(inRoot('turned.jpg'));
      assert.deepEqual([value.output_width, value.output_height], [720, 1080], text);
      const sized = await order(inRoot('fox.png'), { width: 448, height: 256 });
      assert.deepEqual([sized.value.output_width, sized.value.output_height], [448, 256], sized.text);
      assert.match((await order(inRoot('fox.png'), { width: 448 })).text, /width and height/);
      assert.equal((await order(path.join(outside, 'secret.png'))).value.code, 'outside_media_roots');
      await writeFile(inRoot('thin.png'), await sharp(png).resize(900, 20, { fit: 'fill' }).png().toBuffer());
      const thin = await order(inRoot('thin.png'));
      assert.match(thin.text, /^image_path: is 900x20/);
      assert.doesNotMatch(thin.text, /init_image/);
      const about = await adapter.call('service_about');
      assert.deepEqual(about.value.media_roots, ['/nowhere', root]);
    } finally {
      await adapter.stop();
    }
  });

  test('without approved directories says how to approve one, and the package passes them as arguments', async () => {
    verifies('V1-MCP-16');
    const { key } = await service.account();
    const environment = { SERVICE_API_TOKEN: key };
    const call = async (args: readonly string[]) => {
      const adapter = await startAdapter({ origin: service.url, environment, args });
      const order = { image_path: inRoot('fox.png'), prompt: 'zoom', duration: 1 };
      const answer = await adapter.call('service_animate_image', order);
      await adapter.stop();
      return answer;
    };
    // A host leaves the variable as it is if the person approved nothing.
    const unset = await call(['\u0024{user_config.media_roots}']);
    assert.match(unset.text, /SERVICE_MCP_MEDIA_ROOTS/);
    assert.equal((await call([root])).value.status, 'queued');
  });
});
