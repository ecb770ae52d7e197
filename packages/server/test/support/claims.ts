import { recordDecision } from '../../src/access/claim/open-claim.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { type Answer, send, TEST_USER_AGENT, type TestApp } from './test-app.ts';

const HEADERS = { 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };

/** Starts a claim as a terminal with this address. The server must trust this machine as its proxy. */
export function startClaim(service: TestApp, body: unknown = {}, from = '203.0.113.1'): Promise<Answer> {
  return send(`${service.url}/v1/pay/start`, {
    method: 'POST',
    headers: { ...HEADERS, 'x-forwarded-for': from },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export function pollClaim({ claim_url: url }: { readonly claim_url: string }): Promise<Answer> {
  return send(url, { headers: { 'user-agent': TEST_USER_AGENT } });
}

/** Decides a claim as its page does for a signed-in person. */
export function decide(
  service: TestApp,
  clock: Clock,
  { user_code: userCode }: { readonly user_code: string },
  accountId: string,
  decision: 'approved' | 'denied' = 'approved',
): Promise<boolean> {
  return recordDecision(service.database, { userCode, accountId, decision }, clock.now());
}
