import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/deadline.ts';
import { type SmtpScene, startSmtp } from '../support/smtp.ts';
import { startTestApp } from '../support/test-app.ts';

const PASSWORD = 'correct horse battery';

const sessionsIn = ({ headers }: Response): string[] =>
  headers.getSetCookie().filter((cookie) => cookie.includes('session_token='));

/** The link in the latest email. */
async function linkOf(smtp: SmtpScene): Promise<string> {
  await until(() => smtp.received.length > 0);
  const text = (smtp.received.at(-1) ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return /https?:\/\/\S+/.exec(text)?.[0] ?? '';
}

test('with a mail server an address is confirmed first, and the link signs in and redirects to the requested page', async (context) => {
  const smtp = await startSmtp();
  const service = await startTestApp({ environment: { SMTP_URL: smtp.url } });
  context.after(async () => {
    await service.stop();
    await smtp.close();
  });
  const submit = (fields: Record<string, string>) =>
    fetch(`${service.url}/signin`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: service.url },
      body: new URLSearchParams({ email: 'ann@example.com', password: PASSWORD, ...fields }),
    });

  const next = '/activate?user_code=BCDFGHJK';
  const signedUp = await submit({ mode: 'up', age: 'yes', next });
  assert.equal(signedUp.status, 200);
  assert.deepEqual(sessionsIn(signedUp), [], 'there is no session yet');
  const cookie = signedUp.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  assert.match(await signedUp.text(), /Check your email/);
  const tooEarly = await submit({ mode: 'in', next });
  assert.deepEqual(sessionsIn(tooEarly), []);
  assert.match(await tooEarly.text(), /Check your email/);

  const link = await linkOf(smtp);
  assert.ok(link.startsWith(`${service.url}/api/auth/verify-email?token=`), link);
  const verified = await fetch(link, { redirect: 'manual', headers: { cookie } });
  assert.equal(verified.status, 302);
  assert.ok(verified.headers.get('location')?.endsWith(next), verified.headers.get('location') ?? 'nowhere');
  assert.equal(sessionsIn(verified).length, 1, 'the link signs in');
  const signedIn = await submit({ mode: 'in', next });
  assert.equal(signedIn.headers.get('location'), next);

  const again = await submit({ mode: 'up', age: 'yes', next });
  assert.match(await again.text(), /Check your email/, 'the page does not reveal whether the account exists');
});
