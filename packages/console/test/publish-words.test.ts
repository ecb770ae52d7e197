import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { publishWordsVersion } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { publishWords, SEED_WORDS } from '../src/studio/details/publish-words.ts';

/** The words of each version, as a hash. A version that was released keeps its line. */
const VERSIONS: Readonly<Record<number, string>> = {
  1: '58453d0d4825f344cda179a2f5e81589596eefe5ffc186daa2cefc82c3624d00',
};

test('other words about publishing have another version, because the version is what is recorded', () => {
  verifies('DEC-EXPLORE-02');
  const words = [publishWords('image'), publishWords('video'), SEED_WORDS];
  assert.equal(hash('sha256', JSON.stringify(words)), VERSIONS[publishWordsVersion]);
  assert.equal(Object.keys(VERSIONS).length, publishWordsVersion);
});
