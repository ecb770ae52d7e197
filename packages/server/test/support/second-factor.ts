import assert from 'node:assert/strict';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { CookieBrowser } from './cookie-browser.ts';

const STEP_MS = 30_000;

/** The code that an authenticator app shows for a secret in letters. */
export function codeOf(secret: string): Promise<string> {
  return codeAt(secret, 0);
}

/**
 * The code that it shows next, which is accepted too: a code works once, and a test does not wait for half a minute.
 */
export function nextCodeOf(secret: string): Promise<string> {
  return codeAt(secret, 1);
}

function codeAt(secret: string, steps: number): Promise<string> {
  const key = new TextDecoder().decode(base32.decode(secret));
  return createOTP(key).hotp(Math.floor(Date.now() / STEP_MS) + steps);
}

/** Sets up an authenticator app for a signed-in person, who has given `password` just now; `usedCode` turned it on. */
export async function setUpApp(
  browser: CookieBrowser,
): Promise<{ readonly secret: string; readonly usedCode: string; readonly backupCodes: readonly string[] }> {
  const started = await browser.console('POST', '/security/app');
  assert.equal(started.status, 200);
  const { secret } = (await started.json()) as { secret: string };
  const usedCode = await codeOf(secret);
  const proven = await browser.console('POST', '/security/app/code', { code: usedCode });
  assert.equal(proven.status, 200, await proven.clone().text());
  const { backup_codes: backupCodes } = (await proven.json()) as { backup_codes: string[] };
  return { secret, usedCode, backupCodes };
}
