import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isKnownSetting, knownSettings } from '@kinora/program/known-settings';
import { verifies } from '@kinora/testing/requirements';

const ROOT = path.join(import.meta.dirname, '../../..');
const sources = globSync('packages/{server,worker,program,cli,mcp}/src/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('known-settings.ts'))
  .map((file) => readFileSync(path.join(ROOT, file), 'utf8'));

test('every setting that a program reads is known, and every known one is read', () => {
  verifies('DEC-SETTING-32');
  const code = sources.join('\n');
  const whole = [...code.matchAll(/'((?:KINORA|SERVICE|STRIPE)_[A-Z0-9_]*[A-Z0-9])'/g)].map(
    ([, name = '']) => name,
  );
  // The settings of that engine are read by the ends of their names.
  const ends = [...code.matchAll(/\b(?:text|isOn|numbers|sizes|named)\('([A-Z_]+)'\)/g)];
  // Those of an address are read by what they begin with.
  const begins = [...code.matchAll(/\breadRemoteAddress\('([A-Z_]+_)'/g)];
  const read = new Set([
    ...whole,
    ...begins.flatMap(([, begin]) => ['URL', 'HEADERS', 'CA'].map((end) => `${begin}${end}`)),
    ...ends.map(([, end]) => `KINORA_OPENAI_${end}`),
    'DATABASE_URL',
    'SMTP_URL',
  ]);
  assert.ok(read.size > 60);
  assert.deepEqual(
    [...read].filter((name) => !knownSettings.has(name) && !/^KINORA_(EVERY|OBSERVED)_/.test(name)),
    [],
  );
  assert.deepEqual(
    [...knownSettings].filter((name) => !read.has(name)),
    [],
  );
});

test('a variable of another program is not a misspelt setting, and one that is nearly a setting is', () => {
  verifies('DEC-SETTING-32');
  for (const name of [
    'PATH',
    'HTTP_PORT',
    'PGDATABASE',
    'AWS_REGION',
    'KINORA_KEY',
    'KINORA_TEST_S3_URL',
    'HTTP_URL',
  ])
    assert.ok(isKnownSetting(name), name);
  for (const name of ['KINORA_PROT', 'KINORA_ANYTHING', 'DATABASE_URI', 'SMPT_URL', 'SERVICE_API_TOKEN_'])
    assert.ok(!isKnownSetting(name), name);
});

/** Each program reads its settings in its `config.ts`, the MCP adapter's without a server. */
const READERS = {
  'packages/server/src/config.ts': 'readConfig',
  'packages/worker/src/config.ts': 'readWorkerConfig',
  'packages/cli/src/config.ts': 'readCustomerConfig',
  'packages/mcp/src/config.ts': 'readConfig',
};

for (const [file, reader] of Object.entries(READERS)) {
  test(`${file} warns once of a misspelt setting, without its value`, () => {
    verifies('DEC-SETTING-32');
    const code = `const { ${reader} } = await import('./${file}'); ${reader}(); ${reader}();`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      cwd: ROOT,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        KINORA_PROT: 'the-value',
        KINORA_COMFYUI_URL: 'http://127.0.0.1:8188',
        SERVICE_MCP_MEDIA_ROOTS: '/tmp',
        KINORA_SOMETHING_ELSE_ENTIRELY: 'the-value',
      },
    });
    assert.equal(status, 0, stderr);
    assert.equal(stdout, '');
    assert.deepEqual(stderr.trimEnd().split('\n').sort(), [
      'WARNING: KINORA_PROT is not a setting of Kinora; did you mean KINORA_PORT?',
      'WARNING: KINORA_SOMETHING_ELSE_ENTIRELY is not a setting of Kinora; docs/guides/settings.md lists them all',
    ]);
  });
}
