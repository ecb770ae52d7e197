import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkImage } from '@kinora/media/classifier/check-image';
import type { ImageClassifier, Scores } from '@kinora/media/classifier/image-classifier';
import { blackPng, plain, redAndBlue } from '@kinora/testing/images';
import { EXPLICIT, MARKER, markerClassifier } from '@kinora/testing/marker-classifier';
import { verifies } from '@kinora/testing/requirements';
import sharp, { type Sharp } from 'sharp';
import { checkOutput } from '../src/check-output.ts';
import { loadCodecs } from '../src/codecs.ts';
import { encodeVideo } from '../src/encode-video.ts';
import { readMp4 } from '../src/read-mp4.ts';

const png = async (image: Sharp) => new Uint8Array(await image.png().toBuffer());
const clean = await png(redAndBlue(320, 180));

/** An image with the marker in a tenth of it, at this position. */
async function marked(left: number, top: number, width = 320, height = 180): Promise<Uint8Array> {
  const patch = await plain(Math.round(width / 3), Math.round(height / 3), MARKER)
    .png()
    .toBuffer();
  return png(redAndBlue(width, height).composite([{ input: patch, left, top }]));
}

function answering(scores: Partial<Scores>): ImageClassifier {
  const all = { drawing: 0, hentai: 0, neutral: 1, porn: 0, sexy: 0, ...scores };
  return { classify: async () => all, close: async () => {} };
}

describe('an image', () => {
  test('passes when nothing is found in it, after one classification', async () => {
    const classifier = markerClassifier();
    assert.deepEqual(await checkOutput(clean, 'image/png', { classifier }), { verdict: 'allowed' });
    assert.equal(classifier.calls, 1);
  });

  test('is refused wherever its unsafe part is, with a sentence', async () => {
    verifies('DEC-OUTPUT-02');
    for (const [left, top] of [
      [0, 0],
      [213, 0],
      [100, 60],
      [0, 120],
      [213, 120],
    ] as const) {
      const checked = await checkOutput(await marked(left, top), 'image/png', {
        classifier: markerClassifier(),
      });
      assert.deepEqual(checked, {
        verdict: 'refused',
        category: 'sexual',
        reason:
          'The safety check found explicit sexual content in the generated image, so it is not delivered and costs nothing. Change the prompt and try again.',
      });
    }
  });

  test('is refused in every shape and depth', async () => {
    verifies('DEC-OUTPUT-02');
    const shapes = [
      await marked(0, 0, 2560, 1440),
      await marked(0, 0, 256, 1440),
      await marked(0, 0, 64, 64),
    ];
    shapes.push(await png(sharp(await marked(9, 9)).toColourspace('rgb16')));
    shapes.push(
      new Uint8Array(
        await sharp(await marked(9, 9))
          .png({ palette: true })
          .toBuffer(),
      ),
    );
    for (const image of shapes) {
      const checked = await checkOutput(image, 'image/png', { classifier: markerClassifier() });
      assert.equal(checked.verdict, 'refused');
    }
  });

  test('is refused when it shows only against a white page', async () => {
    verifies('DEC-OUTPUT-02');
    const background = { r: 190, g: 0, b: 190, alpha: 0.7 };
    const veil = sharp({ create: { width: 96, height: 96, channels: 4, background } });
    const classifier = markerClassifier();
    const checked = await checkOutput(await png(veil), 'image/png', { classifier });
    assert.equal(checked.verdict, 'refused');
    assert.equal(classifier.calls, 4, 'on black, then three views on white');
  });

  test('that was uploaded is checked in the same way, and the reason names the upload', async () => {
    verifies('DEC-OUTPUT-04');
    const classifier = markerClassifier();
    const checked = await checkImage(await marked(40, 40), 'uploaded', { classifier });
    assert.ok(checked.verdict === 'refused');
    assert.equal(
      checked.reason,
      'The safety check found explicit sexual content in the uploaded image. Send another image.',
    );
    const passed = await checkImage(clean, 'uploaded', { classifier });
    assert.equal(passed.verdict, 'allowed');
  });

  test('passes when one of its views scores below the threshold', async () => {
    const unsure: Scores = { ...EXPLICIT, hentai: 0, porn: 0.8, neutral: 0.2 };
    for (const doubted of [1, 2, 3]) {
      let calls = 0;
      const classifier: ImageClassifier = {
        classify: async () => (++calls === doubted ? unsure : EXPLICIT),
        close: async () => {},
      };
      assert.equal((await checkOutput(clean, 'image/png', { classifier })).verdict, 'allowed');
      assert.equal(calls, doubted);
    }
  });

  test('is classified as it is, mirrored and brightened before it is refused', async () => {
    verifies('DEC-OUTPUT-02');
    const shown: Uint8Array[] = [];
    const classifier: ImageClassifier = {
      async classify(rgb) {
        shown.push(rgb);
        return EXPLICIT;
      },
      close: async () => {},
    };
    assert.equal((await checkOutput(clean, 'image/png', { classifier })).verdict, 'refused');
    const corner = (rgb: Uint8Array | undefined) => [...(rgb?.subarray(0, 3) ?? [])];
    // The image is red on the left and blue on the right.
    assert.deepEqual(shown.map(corner), [
      [200, 30, 40],
      [20, 40, 190],
      [230, 35, 46],
    ]);
  });

  test('is refused as suggestive by its own threshold', async () => {
    verifies('DEC-OUTPUT-02');
    const classifier = answering({ sexy: 0.98, neutral: 0.02 });
    const checked = await checkOutput(clean, 'image/png', { classifier });
    assert.ok(checked.verdict === 'refused');
    assert.equal(checked.category, 'suggestive');
    const thresholds = { suggestive: 1.01 };
    assert.equal((await checkOutput(clean, 'image/png', { classifier, thresholds })).verdict, 'allowed');
  });
});

const FPS = 24;
const FRAMES = 97;
const SIDES = { width: 160, height: 96 };

/** A video of four seconds in which the frames from `first` to before `end` have the marker. */
function encodeMarked(first: number, end: number): Promise<Uint8Array> {
  const pixels = new Uint8Array(SIDES.width * SIDES.height * 4);
  const words = new Uint32Array(pixels.buffer);
  return encodeVideo({
    ...SIDES,
    frames: FRAMES,
    fps: FPS,
    signal: new AbortController().signal,
    drawFrame(index) {
      words.fill(0xff000000 | ((40 + index) << 16) | (90 << 8) | 30);
      // ABGR: the marker in the upper third.
      if (index >= first && index < end) words.fill(0xffff00ff, 0, words.length / 3);
      return pixels;
    },
  });
}

describe('a video', () => {
  test('passes when nothing is found in it, after classifying two frames a second', async () => {
    verifies('DEC-OUTPUT-01');
    const classifier = markerClassifier();
    const checked = await checkOutput(await encodeMarked(0, 0), 'video/mp4', { classifier });
    assert.deepEqual(checked, { verdict: 'allowed' });
    assert.equal(classifier.calls, 9);
  });

  for (const [what, first, end] of [
    ['its first frame alone', 0, 1],
    ['its last frame alone', FRAMES - 1, FRAMES],
    ['all of it', 0, FRAMES],
  ] as const) {
    test(`is refused for ${what}`, async () => {
      verifies('DEC-OUTPUT-01', 'DEC-OUTPUT-02');
      const checked = await checkOutput(await encodeMarked(first, end), 'video/mp4', {
        classifier: markerClassifier(),
      });
      assert.ok(checked.verdict === 'refused');
      assert.match(checked.reason, /in the generated video, so it is not delivered/);
      assert.equal(checked.atSeconds, Math.round((first / FPS) * 1e6) / 1e6);
    });
  }

  test('is refused for any second of it, wherever that starts', async () => {
    verifies('DEC-OUTPUT-01', 'DEC-OUTPUT-02');
    for (let first = 1; first + FPS <= FRAMES; first += 5) {
      const classifier = markerClassifier();
      const media = await encodeMarked(first, first + FPS);
      const checked = await checkOutput(media, 'video/mp4', { classifier, secondsBetweenFrames: 1 });
      assert.ok(checked.verdict === 'refused', `from frame ${first}`);
      const at = Math.round((checked.atSeconds ?? -1) * FPS);
      assert.ok(at >= first && at < first + FPS, `found at frame ${at}, planted from ${first}`);
    }
  });

  test('is neither classified nor decoded further once a frame is refused', async (t) => {
    verifies('DEC-OUTPUT-02');
    const { VideoDecoder } = await loadCodecs();
    const closed = t.mock.method(VideoDecoder.prototype, 'close');
    const classifier = markerClassifier();
    await checkOutput(await encodeMarked(24, FRAMES), 'video/mp4', { classifier });
    // Frames 0 and 12 are clear; of frame 24 there are three views.
    assert.equal(classifier.calls, 5);
    assert.equal(closed.mock.callCount(), 1);
  });

  test('is never sampled less often than once a second, with any setting', async () => {
    verifies('DEC-OUTPUT-01');
    const classifier = markerClassifier();
    await checkOutput(await encodeMarked(0, 0), 'video/mp4', { classifier, secondsBetweenFrames: 60 });
    assert.equal(classifier.calls, 5);
  });
});

describe('what could not be classified is not allowed', () => {
  const unavailable = async (
    media: Uint8Array,
    mime: 'image/png' | 'video/mp4',
    classifier?: ImageClassifier,
  ) => {
    const checked = await checkOutput(media, mime, { classifier: classifier ?? markerClassifier() });
    assert.ok(checked.verdict === 'unavailable', checked.verdict);
    return String(checked.cause);
  };

  test('because the classifier failed', async () => {
    verifies('DEC-OUTPUT-03');
    const failing: ImageClassifier = { ...answering({}), classify: () => Promise.reject(new Error('ended')) };
    assert.match(await unavailable(clean, 'image/png', failing), /ended/);
    assert.match(await unavailable(await encodeMarked(0, 0), 'video/mp4', failing), /ended/);
  });

  test('because the classifier returned invalid scores', async () => {
    verifies('DEC-OUTPUT-03');
    for (const scores of [{ porn: Number.NaN }, { neutral: 0.5 }, { neutral: 2, porn: -1 }, { porn: 1 }]) {
      assert.match(await unavailable(clean, 'image/png', answering(scores)), /are not scores/);
    }
  });

  test('because the image is not a PNG, cut short, empty or too large', async () => {
    verifies('DEC-OUTPUT-03');
    const jpeg = new Uint8Array(await redAndBlue(64, 64).jpeg().toBuffer());
    assert.match(await unavailable(jpeg, 'image/png'), /not a PNG/);
    await unavailable(clean.subarray(0, clean.length / 2), 'image/png');
    await unavailable(new Uint8Array(), 'image/png');
    assert.match(await unavailable(blackPng(16_000, 16_000), 'image/png'), /pixel limit/);
  });

  test('because the video is not an MP4, cut short, or has a frame that does not decode', async () => {
    verifies('DEC-OUTPUT-03');
    await unavailable(clean, 'video/mp4');
    const whole = await encodeMarked(0, 0);
    assert.match(await unavailable(whole.subarray(0, whole.length * 0.6), 'video/mp4'), /cut short/);
    const { video } = await readMp4(whole);
    const broken = whole.slice();
    for (const { bytes } of video.packets.slice(60, 64)) {
      const at = Buffer.from(broken.buffer).indexOf(bytes);
      broken.fill(0xff, at + 5, at + bytes.length);
    }
    assert.notDeepEqual(broken, whole);
    // The decoder may also skip the frame and continue.
    assert.match(await unavailable(broken, 'video/mp4'), /decode/);
  });

  test('because the MP4 has a second video track', async () => {
    verifies('DEC-OUTPUT-03');
    const whole = await encodeVideo({
      ...SIDES,
      frames: 9,
      fps: FPS,
      signal: new AbortController().signal,
      drawFrame: () => new Uint8Array(SIDES.width * SIDES.height * 4),
      sound: { left: new Float32Array(18_000), right: new Float32Array(18_000) },
    });
    assert.equal(
      (await checkOutput(whole, 'video/mp4', { classifier: markerClassifier() })).verdict,
      'allowed',
    );
    // The sound track claims to be a video track.
    const sound = Buffer.from(whole.buffer).indexOf('soun');
    assert.ok(sound > 0);
    whole.set(Buffer.from('vide'), sound);
    assert.match(await unavailable(whole, 'video/mp4'), /2 video tracks/);
  });

  test('because the decision is no longer needed', async () => {
    const stop = new AbortController();
    const classifier: ImageClassifier = {
      ...answering({}),
      async classify() {
        stop.abort(new Error('the lease was lost'));
        throw new Error('ended');
      },
    };
    const checked = checkOutput(clean, 'image/png', { classifier, signal: stop.signal });
    await assert.rejects(checked, /the lease was lost/);
  });
});
