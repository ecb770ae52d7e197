import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { pino } from 'pino';
import { checkMailServer } from '../../src/notifications/check-mail-server.ts';
import { createDeliverEmail } from '../../src/notifications/deliver-email.ts';
import { sendEmail } from '../../src/notifications/email.ts';
import { until } from '../support/deadline.ts';
import { senderAt } from '../support/emails.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startSmtp } from '../support/smtp.ts';
import { startTestApp } from '../support/test-app.ts';

const SITE = 'https://media.example.com';
const SENDER = senderAt(SITE);
const EMAIL = {
  to: 'ann@example.com',
  name: 'set_password',
  data: { url: `${SITE}/signin/password?token=s3cret` },
} as const;

test('an email is sent to the SMTP server of SMTP_URL once its transaction has committed', async () => {
  const smtp = await startSmtp();
  const service = await startTestApp({
    environment: { SMTP_URL: smtp.url, KINORA_MAIL_FROM: 'Studio <studio@example.com>' },
  });
  await assert.rejects(
    service.database.transaction(async (tx) => {
      await sendEmail(tx, { ...EMAIL, to: 'never@example.com' });
      throw new Error('rolled back');
    }),
  );
  await service.database.transaction((tx) => sendEmail(tx, EMAIL));
  await until(() => smtp.received.length > 0);
  await service.stop();
  await smtp.close();
  assert.equal(smtp.received.length, 1);
  assert.match(smtp.received[0] ?? '', /^From: Studio <studio@example\.com>/m);
  assert.match(smtp.received[0] ?? '', /^To: ann@example\.com/m);
  assert.match(smtp.received[0] ?? '', /s3cret/);
});

test('the delivery fails when the SMTP server rejects the email, so that the task is retried', async () => {
  const smtp = await startSmtp();
  smtp.refuseNext();
  const settings = { smtpUrl: smtp.url, mailFrom: 'k@example.com', dataDir: '/nonexistent' };
  const deliver = createDeliverEmail(
    settings,
    manualClock('2026-01-01T00:00:00Z'),
    pino({ level: 'silent' }),
    () => SENDER,
  );
  await assert.rejects(deliver(EMAIL), /try later/);
  await deliver(EMAIL);
  assert.equal(smtp.received.length, 1);
  await smtp.close();
});

test('without SMTP_URL an email is written to a private file, and logged without its text', async () => {
  verifies('DEC-SETTING-14');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-mail-'));
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  const settings = { smtpUrl: undefined, mailFrom: 'Kinora <k@example.com>', dataDir };
  await createDeliverEmail(settings, manualClock('2026-01-01T00:00:00Z'), logger, () => SENDER)(EMAIL);
  const folder = path.join(dataDir, 'mail');
  const [name = '', ...more] = await readdir(folder);
  assert.deepEqual(more, []);
  assert.match(name, /^2026-01-01T000000\.000Z-.*\.eml$/);
  assert.equal((await stat(path.join(folder, name))).mode & 0o777, 0o600);
  const text = await readFile(path.join(folder, name), 'utf8');
  assert.match(text, /^To: ann@example\.com\r\n/m);
  assert.match(text, /s3cret/);
  assert.match(lines.join(''), /"subject":"Set your Kinora password"/);
  assert.doesNotMatch(lines.join(''), /s3cret|ann@example/);
  await rm(dataDir, { recursive: true });
});

test('kinora doctor signs in at the mail server, and says what is wrong without the password', async () => {
  verifies('DEC-COMMAND-05');
  const smtp = await startSmtp();
  await checkMailServer(smtp.url);
  assert.deepEqual(smtp.received, []);
  const wrong = smtp.url.replace('//', '//ann:s3cret@');
  const problem = await checkMailServer(wrong).then(() => '', String);
  assert.match(problem, /the mail server 127\.0\.0\.1:\d+ cannot be used: .*Correct SMTP_URL/s);
  assert.doesNotMatch(problem, /s3cret/);
  await smtp.close();
  await assert.rejects(checkMailServer(smtp.url), /ECONNREFUSED/);
});
