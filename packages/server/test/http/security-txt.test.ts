import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { readConfig } from '../../src/config.ts';
import { manualClock } from '../support/manual-clock.ts';
import { send, startTestApp } from '../support/test-app.ts';

const PATH = '/.well-known/security.txt';

test('security.txt names the contact of the operator and expires', async () => {
  verifies('DEC-SETTING-30');
  const clock = manualClock('2031-03-05T12:34:56Z');
  const service = await startTestApp({
    clock,
    environment: { KINORA_SECURITY_CONTACT: 'security@example.com' },
  });
  try {
    const { status, headers, text } = await send(service.url + PATH, {});
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(
      text,
      `Contact: mailto:security@example.com
Expires: 2031-09-01T00:00:00.000Z
Preferred-Languages: en
Canonical: ${service.url}${PATH}
`,
    );
  } finally {
    await service.stop();
  }
});

test('without a contact there is no security.txt', async () => {
  const service = await startTestApp();
  try {
    assert.equal((await send(service.url + PATH, {})).status, 404);
  } finally {
    await service.stop();
  }
});

test('a contact is an email address or an https URL', () => {
  const read = (value: string) => readConfig({ KINORA_SECURITY_CONTACT: value }).securityContact;
  assert.equal(read('https://example.com/security'), 'https://example.com/security');
  assert.equal(read('mailto:a@example.com'), 'mailto:a@example.com');
  for (const value of ['http://example.com', 'example.com', 'a@b\nContact: mailto:c@d', 'a b@c']) {
    assert.throws(
      () => read(value),
      /KINORA_SECURITY_CONTACT must be an email address or an https URL/,
      value,
    );
  }
});
