import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { send, startTestApp } from '../support/test-app.ts';

test('the terms say that the customer owns the output, and are linked where people sign up', async () => {
  verifies('V1-SERVICE-13');
  const service = await startTestApp({ environment: { KINORA_COMPANY: 'Ann & Sons; 1 Quay Street' } });
  try {
    const { status, text } = await send(`${service.url}/terms`, {});
    assert.equal(status, 200);
    assert.match(text, /You own the images and videos that you generate/);
    assert.match(text, /Ann &amp; Sons/);
    const signUp = await send(`${service.url}/signin?mode=up`, {});
    assert.match(signUp.text, /<a href="\/terms">/);
  } finally {
    await service.stop();
  }
});
