import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import type { Lease } from '@kinora/contract';
import {
  type ImageTask,
  type RenderedFile,
  type RenderedMedia,
  RenderFault,
  RenderRefused,
  type RenderTask,
  type VideoTask,
} from '@kinora/engine/engine';
import type { ImageClassifier } from '@kinora/media/classifier/image-classifier';
import { fitImage } from '@kinora/media/fit-image';
import { makeCredentials } from '@kinora/media/provenance/credentials/make-credentials';
import { readCredentials } from '@kinora/media/provenance/credentials/read-credentials';
import { createLocalSigner } from '@kinora/media/provenance/credentials/signer';
import { verifyPng } from '@kinora/media/provenance/credentials/verify-png';
import { createProvenanceIssuer } from '@kinora/media/provenance/issuer';
import { makeMp4 } from '@kinora/testing/fake-openai/media';
import { blackPng, plain, redAndBlue } from '@kinora/testing/images';
import { markerClassifier } from '@kinora/testing/marker-classifier';
import { verifies } from '@kinora/testing/requirements';
import { loadCodecs } from '@kinora/video/codecs';
import { encodeVideo } from '@kinora/video/encode-video';
import { fitVideo } from '@kinora/video/fit-video';
import { readMp4 } from '@kinora/video/read-mp4';
import sharp from 'sharp';
import { createFinisher } from '../src/finish-media.ts';
import type { LeaseClient } from '../src/lease-client.ts';

const LONGER_THAN_WATERMARKING_MS = 1500;

const TASK: ImageTask = {
  operation: 'image',
  model: 'image',
  seed: 1,
  prompt: 'a flag',
  width: 256,
  height: 256,
};
const VIDEO_TASK: VideoTask = {
  ...TASK,
  operation: 'video',
  width: 64,
  height: 64,
  frames: 49,
  framesPerSecond: 24,
  sound: true,
};

const media = async (): Promise<RenderedFile> => {
  const bytes = new Uint8Array(await redAndBlue(256, 256).png().toBuffer());
  return { bytes, mime: 'image/png', width: 256, height: 256 };
};

async function newIssuer() {
  const credentials = readCredentials(await makeCredentials('kinora.example', new Date()), new Date());
  assert.ok(credentials.ok);
  const key = randomBytes(32).toString('hex');
  return createProvenanceIssuer(() => ({ key, version: 1 }), createLocalSigner(credentials.value));
}

for (const [origin, type] of [
  ['rules', 'algorithmicMedia'],
  ['trained-model', 'trainedAlgorithmicMedia'],
] as const) {
  test(`an image of origin ${origin} is signed as ${type}, for any name of the engine`, async (t) => {
    verifies('DEC-CREDENTIAL-01', 'DEC-CREDENTIAL-02');
    const issuer = await newIssuer();
    const lease = { provenance: issuer.issue(issuer.tagOf('an account')) } as Lease;
    const client = { sign: (_lease, bytes) => issuer.sign(bytes) } as LeaseClient;
    const finisher = createFinisher({ name: 'procedural', version: '1', origin }, undefined);
    t.after(() => finisher.close());
    const { bytes } = await finisher.finish(await media(), TASK, lease, client, new AbortController().signal);
    const { valid, digitalSourceType } = await verifyPng(bytes);
    assert.deepEqual([valid, digitalSourceType?.split('/').at(-1)], [true, type]);
  });
}

test('an image that is not encoded yet gets the bytes of its PNG, marked or not', async (t) => {
  verifies('DEC-WORKER-05');
  const issuer = await newIssuer();
  const marking = { provenance: issuer.issue(issuer.tagOf('an account')) } as Lease;
  const client = { sign: (_lease, bytes) => issuer.sign(bytes) } as LeaseClient;
  const finisher = createFinisher({ name: 'echo', version: '1', origin: 'rules' }, undefined);
  t.after(() => finisher.close());
  const finish = async (rendered: RenderedMedia, lease: Lease) =>
    (await finisher.finish(rendered, TASK, lease, client, new AbortController().signal)).bytes;
  const { bytes } = await media();
  const pixels = await fitImage(bytes, { width: 256, height: 256 });
  assert.deepEqual(
    Buffer.from(await finish(pixels, marking)),
    Buffer.from(await finish(await media(), marking)),
  );
  const unmarked = await finish(pixels, { provenance: null } as Lease);
  assert.deepEqual(await sharp(unmarked).raw().toBuffer(), await sharp(bytes).raw().toBuffer());
});

describe('a video whose packets are copied', () => {
  const signal = new AbortController().signal;
  const lease = { provenance: null } as Lease;
  const size = { width: 64, height: 64 };

  /** A video of two seconds, with this share of the bytes of one track destroyed. */
  async function fitted(t: TestContext, damage?: 'video' | 'audio') {
    const source = await makeMp4({ ...size, frames: 49, fps: 24, audio: true });
    const packets = (damage && (await readMp4(source))[damage]?.packets) ?? [];
    for (const { bytes } of packets.slice(20, 24)) {
      const at = Buffer.from(source.buffer).indexOf(bytes);
      source.fill(0xff, at + 5, at + bytes.length);
    }
    const bytes = await fitVideo(source, { ...size, frames: 49, fps: 24, sound: true, signal });
    const decoders = t.mock.method((await loadCodecs()).VideoDecoder.prototype, 'configure');
    return { media: { ...size, bytes, mime: 'video/mp4' } as const, decoders };
  }

  for (const classifier of [markerClassifier(), undefined]) {
    const how = classifier === undefined ? 'without an output check' : 'by its check';

    test(`is decoded once, ${how}`, async (t) => {
      verifies('DEC-OUTPUT-01');
      const finisher = createFinisher({ name: 'echo', version: '1', origin: 'rules' }, classifier);
      t.after(() => finisher.close());
      const { media, decoders } = await fitted(t);
      assert.equal(await finisher.finish(media, VIDEO_TASK, lease, {} as LeaseClient, signal), media);
      assert.equal(decoders.mock.callCount(), 1);
    });

    for (const damage of ['video', 'audio'] as const) {
      test(`is not delivered when some of its ${damage} does not decode, ${how}`, async (t) => {
        verifies('DEC-OUTPUT-03');
        const finisher = createFinisher({ name: 'echo', version: '1', origin: 'rules' }, classifier);
        t.after(() => finisher.close());
        const { media } = await fitted(t, damage);
        await assert.rejects(finisher.finish(media, VIDEO_TASK, lease, {} as LeaseClient, signal));
      });
    }
  }
});

for (const verdict of ['refused', 'unavailable'] as const) {
  test(`an image whose check is ${verdict} is not signed, however late the verdict is`, async (t) => {
    verifies('DEC-OUTPUT-03');
    const issuer = await newIssuer();
    const lease = { provenance: issuer.issue(issuer.tagOf('an account')) } as Lease;
    const watermarked = Promise.withResolvers<void>();
    let signed = 0;
    const client = {
      async sign(_lease, bytes) {
        signed += 1;
        return issuer.sign(bytes);
      },
    } as LeaseClient;
    const explicit = { drawing: 0, hentai: 0, neutral: 0, porn: 1, sexy: 0 };
    const classifier: ImageClassifier = {
      async classify() {
        await watermarked.promise;
        if (verdict === 'unavailable') throw new Error('the model is away');
        return explicit;
      },
      close: async () => {},
    };
    const finisher = createFinisher({ name: 'echo', version: '1', origin: 'rules' }, classifier);
    t.after(() => finisher.close());
    const finished = finisher.finish(await media(), TASK, lease, client, new AbortController().signal);
    setTimeout(watermarked.resolve, LONGER_THAN_WATERMARKING_MS);
    await assert.rejects(finished, verdict === 'refused' ? RenderRefused : RenderFault);
    assert.equal(signed, 0);
  });
}

describe('a result that shows nothing', () => {
  const { signal } = new AbortController();
  const lease = { provenance: null } as Lease;

  function finishing(t: TestContext, classifier?: ImageClassifier) {
    const finisher = createFinisher({ name: 'echo', version: '1', origin: 'rules' }, classifier);
    t.after(() => finisher.close());
    return (rendered: RenderedMedia, task: RenderTask) =>
      finisher.finish(rendered, task, lease, {} as LeaseClient, signal);
  }

  const black = async (): Promise<RenderedFile> => ({
    bytes: new Uint8Array(await plain(256, 256, { r: 0, g: 0, b: 0 }).png().toBuffer()),
    mime: 'image/png',
    width: 256,
    height: 256,
  });

  type Draw = (index: number, x: number) => number;
  const frozen: Draw = (_, x) => 4 * x;
  const moving: Draw = (index, x) => (4 * x + 5 * index) % 256;

  async function video(draw: Draw, sound: 'tone' | 'silence' | 'none' = 'tone'): Promise<RenderedFile> {
    const { width, height, frames } = VIDEO_TASK;
    const pixels = new Uint8Array(width * height * 4).fill(255);
    const samples = Float32Array.from({ length: 100_000 }, (_, at) =>
      sound === 'tone' ? Math.sin(at / 20) / 4 : 0,
    );
    const bytes = await encodeVideo({
      width,
      height,
      frames,
      fps: 24,
      drawFrame(index) {
        for (let at = 0; at < pixels.length; at += 4) pixels.fill(draw(index, (at / 4) % width), at, at + 3);
        return pixels;
      },
      sound: sound !== 'none' && { left: samples, right: samples },
      signal,
    });
    return { bytes, mime: 'video/mp4', width, height };
  }

  for (const [how, classifier] of [
    ['by its check', markerClassifier()],
    ['without an output check', undefined],
  ] as const) {
    test(`is a fault that may be rendered elsewhere, in words for the operator, ${how}`, async (t) => {
      verifies('DEC-SANITY-01');
      const finish = finishing(t, classifier);
      const pixels = {
        width: 256,
        height: 256,
        channels: 3,
        data: new Uint8Array(256 * 256 * 3).fill(7),
      } as const;
      for (const [rendered, task, message] of [
        [await black(), TASK, 'the image is one colour (0, 0, 0) throughout'],
        [pixels, TASK, 'the image is one colour (7, 7, 7) throughout'],
        [await video(() => 0), VIDEO_TASK, /^the video is one colour \(\d, \d, \d\) throughout$/],
        [await video(frozen), VIDEO_TASK, 'the video is frozen: its frames are the same'],
        [await video(moving, 'silence'), VIDEO_TASK, /^the video is silent, and sound was sold with it: /],
      ] as const)
        await assert.rejects(finish(rendered, task), { message, isRetryable: true });
      await finish(await video(moving), VIDEO_TASK);
      await finish(await video(moving, 'none'), { ...VIDEO_TASK, sound: false });
    });
  }

  test('is delivered to who asked for it', async (t) => {
    verifies('DEC-SANITY-02');
    const finish = finishing(t);
    const asking = 'plain black background';
    await finish(await black(), { ...TASK, prompt: asking });
    await finish(await video(() => 0), { ...VIDEO_TASK, prompt: asking });
    await finish(await video(frozen), { ...VIDEO_TASK, prompt: 'a still photo that does not move' });
    await finish(await video(moving, 'silence'), { ...VIDEO_TASK, prompt: 'a forest, no sound' });
    await assert.rejects(
      finish(await black(), { ...TASK, prompt: 'a cat on a plain black background' }),
      RenderFault,
    );
    // What was asked for in one way is not asked for in the other.
    await assert.rejects(
      finish(await video(frozen, 'silence'), { ...VIDEO_TASK, prompt: 'a forest, no sound' }),
      RenderFault,
    );
  });

  test('is delivered if it was made of an image that shows nothing', async (t) => {
    verifies('DEC-SANITY-02');
    const finish = finishing(t);
    const edit = { ...TASK, operation: 'upscale', prompt: 'sharper', initImage: blackPng(64, 64) } as const;
    await finish(await black(), edit);
    const initImage = new Uint8Array(await redAndBlue(64, 64).png().toBuffer());
    await assert.rejects(finish(await black(), { ...edit, initImage }), RenderFault);
  });
});
