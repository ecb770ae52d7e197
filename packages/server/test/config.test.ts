import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { readerOf } from '@kinora/program/setting';
import { verifies } from '@kinora/testing/requirements';
import { readEngine } from '../../worker/src/engine-settings.ts';
import { readConfig } from '../src/config.ts';

test('by default it listens on loopback and stores everything in ./.kinora', () => {
  verifies('DEC-SETTING-02', 'DEC-SETTING-04');
  const config = readConfig({});
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.port, 8787);
  assert.equal(config.dataDir, path.resolve('.kinora'));
  assert.equal(config.databaseUrl, undefined);
});

test('the result is frozen', () => {
  assert.ok(Object.isFrozen(readConfig({})));
});

for (const [name, address] of [
  ['KINORA_MODERATION_KEY', 'KINORA_MODERATION_URL'],
  ['KINORA_MODERATION_MODEL', 'KINORA_MODERATION_URL'],
  ['KINORA_PROMPT_KEY', 'KINORA_PROMPT_URL'],
  ['KINORA_PROMPT_MODEL', 'KINORA_PROMPT_URL'],
  ['KINORA_PURGE_KEY', 'KINORA_PURGE_URL'],
  ['KINORA_OPENAI_KEY', 'KINORA_OPENAI_URL'],
] as const) {
  test(`${name} without ${address} is refused, and its value is not repeated`, () => {
    verifies('DEC-SETTING-31');
    const read = (settings: Record<string, string>) => [readConfig(settings), readEngine(readerOf(settings))];
    const message = `${name} needs ${address}, the address of its server; set both, or neither`;
    assert.throws(() => read({ [name]: 'secret' }), { message });
    read({
      KINORA_PROMPT_MODEL: 'm',
      KINORA_PROMPT_URL: 'https://a.example',
      [name]: 'x',
      [address]: 'https://a.example',
    });
  });
}

test('a switch is on or off, and 1 and 0 mean the same', () => {
  verifies('DEC-SETTING-34');
  for (const [value, isOn] of [
    ['on', true],
    ['1', true],
    ['off', false],
    ['0', false],
  ] as const) {
    const config = readConfig({
      KINORA_CHECK_USER_AGENT: value,
      KINORA_WEBHOOKS_PRIVATE: value,
      KINORA_TEST_CLOCK: value,
    });
    assert.deepEqual(
      [config.checksUserAgent, config.allowsPrivateWebhooks, config.testClock],
      [isOn, isOn, isOn],
      value,
    );
    assert.equal(
      readEngine(readerOf({ KINORA_ENGINE: 'comfyui', KINORA_COMFYUI_IN_MEMORY: value })).name,
      'comfyui',
    );
  }
  assert.throws(() => readConfig({ KINORA_TEST_CLOCK: 'yes' }), {
    message: 'KINORA_TEST_CLOCK must be one of on, off, 1, 0, not "yes"',
  });
});
