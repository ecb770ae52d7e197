import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { runCommandLine } from '../../src/cli/commands.ts';
import { emailNames, emails } from '../../src/emails/emails.ts';
import { previewEmail } from '../../src/emails/preview-email.ts';
import { renderLetter } from '../../src/emails/render-letter.ts';
import { startClaim } from '../support/claims.ts';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { until } from '../support/deadline.ts';
import { senderAt } from '../support/emails.ts';
import { type ReadEmail, readEmail } from '../support/read-email.ts';
import { payAt } from '../support/signed-in.ts';
import { type SmtpScene, startSmtp } from '../support/smtp.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const SENDER = senderAt('https://media.example.com');

const ANN = { email: 'ann@example.com', password: 'correct horse battery' };
/** As far as the interface lets a name of a client go. */
const HOSTILE = `"><img src=x onerror=alert(1)>&lt;b>'<a href=//evil.test>`;

describe('what happens to an account is reported by email', () => {
  let smtp: SmtpScene;
  let service: TestApp;
  let home: CookieBrowser;
  before(async () => {
    smtp = await startSmtp();
    service = await startTestApp({
      environment: { SMTP_URL: smtp.url, KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' },
    });
    home = cookieBrowser(service);
    await home.submit('/signin', { mode: 'up', age: 'yes', ...ANN, next: '/' });
    const link = /https?:\/\/\S+/.exec((await latest(1)).text)?.[0] ?? '';
    await home.open(link);
    assert.ok(home.isSignedIn());
  });
  after(async () => {
    await service.stop();
    await smtp.close();
  });

  /** The email number `count`, once it has arrived, without any other that was not expected. */
  async function latest(count: number): Promise<ReadEmail> {
    await until(() => smtp.received.length >= count);
    assert.equal(smtp.received.length, count);
    return readEmail(smtp.received[count - 1] ?? '');
  }

  test('a sign-in in a browser that the account does not know, once', async () => {
    verifies('DEC-EMAIL-01', 'DEC-EMAIL-03');
    // The browser that signed up is known.
    await home.submit('/signin', { mode: 'in', ...ANN, next: '/' });
    const elsewhere = cookieBrowser(service, '198.51.100.9');
    for (let times = 0; times < 2; times++)
      await elsewhere.submit('/signin', { mode: 'in', ...ANN, next: '/' });
    const email = await latest(2);
    assert.equal(email.to, ANN.email);
    assert.equal(email.subject, 'New sign-in to your Kinora account');
    assert.match(email.headers, /^Auto-Submitted: auto-generated$/m);
    assert.match(email.text, /Network: 198\.51\.100\.9/);
    assert.match(email.html, /198\.51\.100\.9/);
    assert.match(email.text, new RegExp(`${service.url}/signin/password`));
    assert.ok(email.html.includes(`href="${service.url}/signin/password"`));
  });

  test('a charged card, and an approved terminal whose name is markup', async () => {
    verifies('DEC-EMAIL-02', 'DEC-EMAIL-03');
    const bought = await home.submit('/account/top-up', { amount: '10' });
    await payAt(bought.headers.get('location') ?? '');
    const charged = await latest(3);
    assert.equal(charged.subject, 'Your card was charged 10.00 USD');
    assert.match(charged.text, new RegExp(`${service.url}/api/console/receipts/[0-9a-f-]{36}\\.pdf`));

    const { body } = await startClaim(service, { client_name: HOSTILE }, '198.51.100.23');
    await home.open(`/activate?user_code=${body.user_code}`);
    await home.submit('/activate/decide', { user_code: body.user_code, decision: 'approved' });
    const approved = await latest(4);
    assert.equal(approved.subject, 'A terminal was given access to your account');
    assert.ok(approved.text.includes(`Name of the program: ${HOSTILE}`));
    assert.doesNotMatch(approved.html, /<img|<b>|<a href=\/\//);
    assert.match(approved.html, /&lt;img src=x onerror=alert\(1\)&gt;&amp;lt;b&gt;&#39;/);
    assert.match(approved.text, /Network of the terminal: 198\.51\.100\.23/);
  });

  test('a new key', async () => {
    verifies('DEC-EMAIL-03');
    const page = await home.submit('/account/key', { password: ANN.password });
    assert.equal(page.status, 200);
    const email = await latest(5);
    assert.equal(email.subject, 'A new API key was created for your account');
    const key = /\bkn_[0-9A-Za-z]{20,}/.exec(await page.text())?.[0] ?? '';
    assert.ok(
      key !== '' && !email.text.includes(key) && !email.html.includes(key),
      'the key itself is not in the email',
    );
  });
});

test('every email has a text and an HTML page that loads nothing and says the same', () => {
  verifies('DEC-EMAIL-01', 'DEC-EMAIL-04');
  for (const name of emailNames) {
    const email = previewEmail(name, SENDER);
    assert.ok(email !== undefined);
    assert.ok(email.subject.length < 78, `${name}: a subject fits a line`);
    assert.doesNotMatch(
      email.html,
      /<(?:img|script|link|iframe|form)|url\(|@import|undefined|\[object/,
      name,
    );
    assert.doesNotMatch(email.text, /undefined|\[object|<[a-z]/, name);
    const words = email.html.replaceAll(/<style>.*?<\/style>|<[^>]+>/gs, ' ');
    for (const line of email.text.split('\n\n--\n')[0]?.split('\n') ?? []) {
      const escaped = line
        .replaceAll("'", '&#39;')
        .replaceAll('"', '&quot;')
        .replace(/^[^:]{2,40}: /, '')
        .replace(/:$/, '');
      assert.ok(words.includes(escaped), `${name}: ${line}`);
    }
    for (const [, url = ''] of email.html.matchAll(/href="([^"]*)"/g)) {
      assert.ok(url.startsWith('https://media.example.com'), url);
    }
  }
});

test('control and direction characters of a name do not reach an email', () => {
  verifies('DEC-EMAIL-02');
  const { sample, write } = emails.terminal_approved;
  const client = 'a\r\nBcc: x@example.com\u202E\u200Bb\u2028c';
  const { text, html } = renderLetter(write({ ...sample, client }, SENDER), SENDER);
  assert.match(text, /^Name of the program: aBcc: x@example\.combc$/m);
  assert.doesNotMatch(text + html, /[\u202E\u200B\u2028\r]/);
});

test('kinora mail preview lists, prints and writes emails', async (t) => {
  verifies('DEC-EMAIL-04');
  const printed: string[] = [];
  t.mock.method(process.stdout, 'write', (text: string) => {
    printed.push(text);
    return true;
  });
  assert.equal(await runCommandLine(['mail', 'preview']), 0);
  for (const name of emailNames) assert.ok(printed.join('').includes(name));
  assert.equal(await runCommandLine(['mail', 'preview', 'new_key']), 0);
  assert.match(printed.at(-1) ?? '', /^Subject: A new API key was created[\s\S]*203\.0\.113\.7/);
  const file = path.join(tmpdir(), `kinora-mail-${process.pid}.html`);
  assert.equal(await runCommandLine(['mail', 'preview', 'new_key', '--html', file]), 0);
  assert.match(await readFile(file, 'utf8'), /^<!doctype html>/);
  await rm(file);
});
