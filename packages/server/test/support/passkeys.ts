import type { CDPSession, Page } from 'playwright-core';
import { freePort } from './free-port.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** A service at `localhost`: passkeys belong to a name, not to an address in digits. */
export async function startNamedApp(): Promise<TestApp> {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const environment = { KINORA_PORT: port, KINORA_HOST: 'localhost', KINORA_PUBLIC_URL: url };
  return { ...(await startTestApp({ environment })), url };
}

/** A device of the browser that keeps passkeys, and whose person does what it asks. */
export async function addAuthenticator(
  page: Page,
  isVerifying = true,
): Promise<{ readonly cdp: CDPSession; readonly authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: isVerifying,
    automaticPresenceSimulation: true,
  } as const;
  return { cdp, ...(await cdp.send('WebAuthn.addVirtualAuthenticator', { options })) };
}
