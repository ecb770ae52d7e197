import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import type { Lease } from '@kinora/contract';
import { type RenderedFile, type RenderedMedia, RenderFault, RenderRefused } from '@kinora/engine/engine';
import type { ImageClassifier } from '@kinora/media/classifier/image-classifier';
import { fitImage } from '@kinora/media/fit-image';
import { makeCredentials } from '@kinora/media/provenance/credentials/make-credentials';
import { readCredentials } from '@kinora/media/provenance/credentials/read-credentials';
import { createLocalSigner } from '@kinora/media/provenance/credentials/signer';
import { verifyPng } from '@kinora/media/provenance/credentials/verify-png';
import { createProvenanceIssuer } from '@kinora/media/provenance/issuer';
import { makeMp4 } from '@kinora/testing/fake-openai/media';
import { redAndBlue } from '@kinora/testing/images';
import { markerClassifier } from '@kinora/testing/marker-classifier';
import { verifies } from '@kinora/testing/requirements';
import { loadCodecs } from '@kinora/video/codecs';
import { fitVideo } from '@kinora/video/fit-video';
import { readMp4 } from '@kinora/video/read-mp4';
import sharp from 'sharp';
import { createFinisher } from '../src/finish-media.ts';
import type { LeaseClient } from '../src/lease-client.ts';

const LONGER_THAN_WATERMARKING_MS = 1500;

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
    const { bytes } = await finisher.finish(await media(), lease, client, new AbortController().signal);
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
    (await finisher.finish(rendered, lease, client, new AbortController().signal)).bytes;
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
      assert.equal(await finisher.finish(media, lease, {} as LeaseClient, signal), media);
      assert.equal(decoders.mock.callCount(), 1);
    });

    for (const damage of ['video', 'audio'] as const) {
      test(`is not delivered when some of its ${damage} does not decode, ${how}`, async (t) => {
        verifies('DEC-OUTPUT-03');
        const finisher = createFinisher({ name: 'echo', version: '1', origin: 'rules' }, classifier);
        t.after(() => finisher.close());
        const { media } = await fitted(t, damage);
        await assert.rejects(finisher.finish(media, lease, {} as LeaseClient, signal));
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
    const finished = finisher.finish(await media(), lease, client, new AbortController().signal);
    setTimeout(watermarked.resolve, LONGER_THAN_WATERMARKING_MS);
    await assert.rejects(finished, verdict === 'refused' ? RenderRefused : RenderFault);
    assert.equal(signed, 0);
  });
}
