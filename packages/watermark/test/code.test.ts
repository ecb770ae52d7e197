import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRandom, gaussian, type Random } from '@kinora/procedural/random/random';
import { addWord, bitAt, CODE_BITS, encode, messageOf, type Word } from '../src/extended-bch.ts';
import { chachaBlock, createKeystream } from '../src/keystream.ts';
import { decodeSoftly } from '../src/soft-decode.ts';

const SAMPLES = 60;

function someMessage(random: Random): string {
  return Array.from({ length: 16 }, () => Math.floor(16 * random()).toString(16)).join('');
}

/** Different places in the word. */
function somePlaces(random: Random, count: number): readonly number[] {
  const places = Array.from({ length: CODE_BITS }, (_, at) => at);
  return Array.from(
    { length: count },
    () => places.splice(Math.floor(places.length * random()), 1)[0] as number,
  );
}

function evidenceFor(word: Word, loudness: (at: number) => number): Float64Array {
  return Float64Array.from({ length: CODE_BITS }, (_, at) => (2 * bitAt(word, at) - 1) * loudness(at));
}

function weightOf(word: Word): number {
  return Array.from({ length: CODE_BITS }, (_, at) => bitAt(word, at)).reduce((sum, bit) => sum + bit, 0);
}

describe('the code of the mark', () => {
  test('is systematic and keeps words 22 bits apart', () => {
    const random = createRandom(1, 'distance');
    for (let sample = 0; sample < 2000; sample++) {
      const [one, two] = [someMessage(random), someMessage(random)];
      const word = encode(one);
      assert.equal(messageOf(word), one);
      addWord(word, encode(two));
      const weight = weightOf(word);
      assert.ok(one === two || (weight >= 22 && weight % 2 === 0), `${one} and ${two}: ${weight}`);
    }
  });

  for (const lost of [1, 10, 20, 21]) {
    test(`is read with any ${lost} bits lost`, () => {
      const random = createRandom(lost, 'lost');
      for (let sample = 0; sample < SAMPLES; sample++) {
        const message = someMessage(random);
        const gone = new Set(somePlaces(random, lost));
        const evidence = evidenceFor(encode(message), (at) => (gone.has(at) ? 0 : 1 + random()));
        assert.equal(messageOf(decodeSoftly(evidence).word), message);
      }
    });

    test(`is read with ${lost} unreliable bits wrong`, () => {
      const random = createRandom(lost, 'doubtful');
      for (let sample = 0; sample < SAMPLES; sample++) {
        const message = someMessage(random);
        const wrong = new Set(somePlaces(random, lost));
        const evidence = evidenceFor(encode(message), (at) =>
          wrong.has(at) ? -0.1 * random() : 1 + random(),
        );
        assert.equal(messageOf(decodeSoftly(evidence).word), message);
      }
    });
  }

  test('is read with any three of the most reliable bits wrong', () => {
    const random = createRandom(3, 'loud');
    for (let sample = 0; sample < SAMPLES; sample++) {
      const message = someMessage(random);
      const wrong = new Set(somePlaces(random, 3));
      const evidence = evidenceFor(encode(message), (at) => (wrong.has(at) ? -2 : 1 + random()));
      assert.equal(messageOf(decodeSoftly(evidence).word), message);
    }
  });

  test('is read through noise in which one bit of fourteen is wrong', () => {
    const random = createRandom(4, 'noise');
    let read = 0;
    for (let sample = 0; sample < SAMPLES; sample++) {
      const message = someMessage(random);
      const word = encode(message);
      const evidence = evidenceFor(word, () => 1.5 + gaussian(random));
      const decoded = decodeSoftly(evidence);
      if (messageOf(decoded.word) !== message) continue;
      read += 1;
      assert.ok(decoded.agreement > 0.88, `${decoded.agreement}`);
    }
    assert.ok(read >= SAMPLES - 1, `${read} of ${SAMPLES}`);
  });

  test('has no agreement without evidence', () => {
    assert.equal(decodeSoftly(new Float64Array(CODE_BITS)).agreement, 0);
  });
});

describe('the keystream', () => {
  test('is ChaCha20 by the test vector of RFC 8439', () => {
    const state = new Uint32Array(16);
    state.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    for (let word = 0; word < 8; word++) state[4 + word] = 0x03020100 + 0x04040404 * word;
    state.set([1, 0x09000000, 0x4a000000, 0], 12);
    const expected = '10f1e7e4 d13b5915 500fdd1f a32071c4 c7d1f4c7 33c06803 0422aa9a c3d46c4e';
    const block = chachaBlock(state);
    const text = Buffer.from(block.buffer).toString('hex', 0, 32);
    assert.equal(text.replaceAll(/(.{8})(?!$)/g, '$1 '), expected);
  });

  test('differs by key and rejects keys of another length', () => {
    const words = (first: number): number[] => {
      const keystream = createKeystream(Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? first : 9)));
      return Array.from({ length: 40 }, () => keystream.below(1000));
    };
    assert.deepEqual(words(1), words(1));
    assert.notDeepEqual(words(1), words(2));
    assert.throws(() => createKeystream(new Uint8Array(31)), /32 bytes/);
  });
});
