import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { readWorkerConfig } from '../../src/config.ts';
import { OpenAiSetupError } from '../../src/openai/check-server.ts';
import { createOpenAiEngine } from '../../src/openai/openai-engine.ts';
import { readProfile, WrongProfile } from '../../src/openai/profile.ts';

describe('a profile of an operator', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kinora-profile-'));
  const write = (value: unknown) => {
    const file = path.join(folder, `${Math.random()}.json`);
    writeFileSync(file, JSON.stringify(value));
    return file;
  };
  const openai = readProfile('openai');

  test('is read from a file', () => {
    verifies('DEC-OPENAI-18');
    const KINORA_OPENAI_PROFILE = write({ ...openai, about: 'mine' });
    const { engine } = readWorkerConfig({
      KINORA_ENGINE: 'openai',
      KINORA_OPENAI_URL: 'http://127.0.0.1:1',
      KINORA_OPENAI_PROFILE,
    });
    assert.equal(engine.name === 'openai' && engine.settings.profile?.about, 'mine');
  });

  const image = openai.operations.image;
  for (const [what, value, remedy] of [
    [
      'a value that there is not',
      { ...openai, operations: { image: { ...image, fields: { w: '{widht}' } } } },
      /fields.w.*\{widht\} is none of .*\{width\}/,
    ],
    ['a field that there is not', { ...openai, poll: {} }, /poll/],
    ['no operation', { ...openai, operations: {} }, /operations: At least one/],
    [
      'a file in JSON',
      { ...openai, operations: { image: { ...image, file: 'image' } } },
      /file: A file needs the body/,
    ],
    ['a path without a slash', { ...openai, models: 'models' }, /models: A path begins with/],
  ] as const) {
    test(`with ${what} is refused with the place`, () => {
      verifies('DEC-OPENAI-18');
      assert.throws(
        () => readProfile(write(value)),
        (error) => error instanceof WrongProfile && remedy.test(error.message),
      );
    });
  }

  test('that is not there is refused with the setting', () => {
    verifies('DEC-OPENAI-18');
    const settings = { KINORA_ENGINE: 'openai', KINORA_OPENAI_URL: 'http://127.0.0.1:1' };
    for (const chosen of ['none', '/none/profile.json'])
      assert.throws(
        () => readWorkerConfig({ ...settings, KINORA_OPENAI_PROFILE: chosen }),
        /KINORA_OPENAI_PROFILE: the profile .* cannot be read/,
      );
  });

  test('without an operation stops a worker with a model for it', async () => {
    verifies('DEC-OPENAI-18');
    const profile = { ...openai, operations: { image } } as typeof openai;
    await assert.rejects(
      createOpenAiEngine({ url: 'http://127.0.0.1:1', profile, videoModel: 'director' }),
      (error) =>
        error instanceof OpenAiSetupError && /KINORA_OPENAI_VIDEO_MODEL must be deleted/.test(error.message),
    );
  });
});
