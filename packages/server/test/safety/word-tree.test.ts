import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWordTree } from '../../src/safety/word-tree.ts';
import { seededRandom } from './obfuscation.ts';

const LETTERS = ['a', 'b', 'z', 'я', 'ب', '😀'];

test('a walk visits every word that a text has at an index, the shortest first', () => {
  const random = seededRandom(7);
  const word = (maxLength: number) =>
    Array.from(
      { length: 1 + Math.floor(random() * maxLength) },
      () => LETTERS[Math.floor(random() * LETTERS.length)],
    ).join('');
  const words = new Map(Array.from({ length: 400 }, (_, value) => [word(5), value]));
  const tree = createWordTree(words);
  for (let round = 0; round < 2000; round++) {
    const text = word(9);
    const start = Math.floor(random() * text.length);
    const expected = [...Array(text.length - start).keys()]
      .map((length) => text.slice(start, start + length + 1))
      .filter((part) => words.has(part))
      .map((part) => [words.get(part), start + part.length]);
    const found: unknown[] = [];
    tree.visit(text, start, (value, end) => found.push([value, end]));
    assert.deepEqual(found, expected, `${text} at ${start}`);
  }
});

test('a tree of no words has none', () => {
  createWordTree<number>(new Map()).visit('a', 0, () => assert.fail());
});
