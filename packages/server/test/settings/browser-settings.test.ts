import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '@kinora/program/setting';
import { verifies } from '@kinora/testing/requirements';
import { readConfig } from '../../src/config.ts';
import { unencryptedOrigins } from '../../src/settings/browser-settings.ts';

test('origins are exact, and there are none by default', () => {
  verifies('DEC-BROWSER-01', 'DEC-BROWSER-07');
  assert.deepEqual(readConfig({}).allowedOrigins, []);
  const listed = ['https://app.example.com', 'http://localhost:5173', 'https://[2001:db8::1]:8443'];
  assert.deepEqual(readConfig({ KINORA_ALLOWED_ORIGINS: listed.join(', ') }).allowedOrigins, listed);
  for (const origin of [
    '*',
    'null',
    'app.example.com',
    'https://*.example.com',
    'https://app.example.com/',
    'https://app.example.com/app',
    'https://app.example.com?x',
    'https://app.example.com#x',
    'https://APP.example.com',
    'https://app.example.com:443',
    'https://you@app.example.com',
    'ftp://app.example.com',
    'file:///',
    'https://',
  ]) {
    assert.throws(
      () => readConfig({ KINORA_ALLOWED_ORIGINS: `https://ok.example.com ${origin}` }),
      (error) => error instanceof ConfigError && error.message.includes(`not "${origin}"`),
      origin,
    );
  }
});

test('an origin without encryption is found, except on this machine', () => {
  verifies('DEC-BROWSER-07');
  const safe = ['https://app.example.com', 'http://localhost:5173', 'http://127.0.0.1', 'http://[::1]:80'];
  const unsafe = ['http://app.example.com', 'http://10.0.0.1:5173', 'http://localhost.example.com'];
  assert.deepEqual(unencryptedOrigins([...safe, ...unsafe]), unsafe);
});

test('the purge hook is an address with an optional key', () => {
  assert.equal(readConfig({}).purgeHook, undefined);
  const url = 'https://cdn.example.com/purge';
  assert.deepEqual(readConfig({ KINORA_PURGE_URL: url }).purgeHook, { url, key: undefined });
  assert.deepEqual(readConfig({ KINORA_PURGE_URL: url, KINORA_PURGE_KEY: 'k' }).purgeHook, { url, key: 'k' });
  assert.throws(() => readConfig({ KINORA_PURGE_URL: 'cdn.example.com' }), ConfigError);
});
