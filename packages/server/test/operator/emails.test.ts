import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { emailNames } from '../../src/emails/emails.ts';
import type { ConsoleCaller } from '../support/console-caller.ts';
import { operatorCaller } from '../support/operator.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let operator: ConsoleCaller;
before(async () => {
  service = await startTestApp();
  operator = await operatorCaller(service);
});
after(() => service.stop());

test('an operator reads every email by its name, as text and as a page without scripts', async () => {
  verifies('DEC-EMAIL-04', 'DEC-EMAIL-06');
  const { mails } = (await operator.get('/mails')).body;
  assert.deepEqual(
    mails.map(({ name }: { name: string }) => name),
    [...emailNames],
  );
  for (const { name, subject } of mails) {
    const { status, body } = await operator.get(`/mails/${name}`);
    assert.deepEqual([status, body.name, body.subject], [200, name, subject]);
    assert.ok(body.text.endsWith(`\nKinora, ${service.url}\n`), body.text);
    const page = await operator.get(`/mails/${name}/html`);
    assert.equal(page.status, 200, name);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.ok(page.text.includes(`<title>${subject.replaceAll("'", '&#39;')}</title>`), page.text);
    assert.match(page.text, /<head>\n<base target="_blank">/);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; style-src 'unsafe-inline'; /);
    assert.match(policy, /; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox$/);
    assert.equal(page.headers.get('x-frame-options'), 'SAMEORIGIN');
  }
});

test('a name that no email has is a sentence', async () => {
  verifies('DEC-EMAIL-04');
  for (const name of ['none', 'constructor', '..%2fnew_key', 'NEW_KEY', '%00']) {
    for (const path of [`/mails/${name}`, `/mails/${name}/html`]) {
      const { status, body } = await operator.get(path);
      assert.deepEqual([status, body?.error], [404, 'There is no such email.'], path);
    }
  }
});
