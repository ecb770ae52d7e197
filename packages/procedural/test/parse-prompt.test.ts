import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parsePrompt } from '../src/prompt/parse-prompt.ts';
import { PROMPT_CASES } from './prompt-cases.ts';

describe('parsing a prompt', () => {
  for (const expected of PROMPT_CASES) {
    test(expected.prompt, () => {
      const scene = parsePrompt(expected.prompt, 7);
      assert.equal(scene.backdrop, expected.backdrop);
      const first = scene.subjects[0];
      if (expected.subject !== undefined) assert.equal(first?.kind, expected.subject);
      if (expected.count !== undefined) assert.equal(first?.count, expected.count);
      if (expected.time !== undefined) assert.equal(scene.time, expected.time);
      if (expected.weather !== undefined) assert.equal(scene.weather, expected.weather);
      if (expected.medium !== undefined) assert.equal(scene.medium, expected.medium);
    });
  }

  test('gives a frozen value that depends only on the prompt and the seed', () => {
    const scene = parsePrompt('a stormy sea', 3);
    assert.deepEqual(parsePrompt('a stormy sea', 3), scene);
    assert.notEqual(parsePrompt('a stormy sea', 4).root, scene.root);
    assert.ok(Object.isFrozen(scene) && Object.isFrozen(scene.ambience));
  });

  test('lightning strikes only in a storm', () => {
    const storm = parsePrompt('mountains in a thunderstorm', 1).ambience;
    assert.ok(storm.lightning.length > 3);
    assert.ok(storm.lightning.every(({ x }) => x >= 0 && x <= 1));
    for (const prompt of ['mountains in the rain', 'a sunny beach', 'lightbulb moments', '']) {
      assert.deepEqual(parsePrompt(prompt, 1).ambience.lightning, [], prompt);
    }
  });

  test('a colour applies to its noun, and to the whole image only without one', () => {
    assert.ok(parsePrompt('a blue car on a street', 1).subjects[0]?.colour);
    assert.deepEqual(parsePrompt('a blue car on a street', 1).colours, []);
    assert.deepEqual(parsePrompt('green hills under a blue sky', 1).colours, []);
    assert.equal(parsePrompt('hills in teal and orange', 1).colours.length, 2);
    assert.deepEqual(parsePrompt('a girl with a red umbrella in a meadow', 1).colours, []);
  });

  test('camera words move the camera', () => {
    assert.equal(parsePrompt('a lake, slow pan left', 1).camera.move, 'left');
    assert.equal(parsePrompt('aerial drone shot of an island, zoom out', 1).camera.shot, 'aerial');
    assert.equal(parsePrompt('aerial drone shot of an island, zoom out', 1).camera.move, 'pull');
    assert.equal(parsePrompt('a street, static shot', 1).camera.move, 'static');
  });
});
