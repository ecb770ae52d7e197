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
