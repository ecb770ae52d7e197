import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { planUpgradesSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { type ConsoleCaller, newCaller } from '../support/console-caller.ts';
import { manualClock } from '../support/manual-clock.ts';
import { textsOfPdf } from '../support/read-pdf.ts';
import { payAt } from '../support/signed-in.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-04-01T00:00:00.000Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

async function upgradesOf(person: ConsoleCaller) {
  const { status, body } = await person.get('/billing/plan/upgrades');
  assert.equal(status, 200);
  return planUpgradesSchema.parse(body);
}

test('what an upgrade charges is shown, agreed to, charged and named on its receipt', async () => {
  verifies('DEC-PLAN-07', 'DEC-PLAN-08');
  const ann = await newCaller(service, 'ann@example.com');
  assert.deepEqual((await upgradesOf(ann)).upgrades, []);
  const { body } = await ann.post('/billing/plan', { plan: 'pro', interval: 'month' });
  await payAt(body.checkout_url);
  clock.set('2031-04-16T00:00:00.000Z');
  const { priced_at: pricedAt, upgrades } = await upgradesOf(ann);
  assert.deepEqual(upgrades[0], { plan: 'max', interval: 'month', amount_cents: 4000 });
  const change = (cents: number) =>
    ann.post('/billing/plan', {
      plan: 'max',
      interval: 'month',
      agreed: { amount_cents: cents, priced_at: pricedAt },
    });
  for (const cents of [3999, 4001, 0]) assert.equal((await change(cents)).body.code, 'changed_meanwhile');
  clock.advance(15 * 60_000 + 1);
  assert.equal((await change(4000)).body.code, 'changed_meanwhile', 'shown too long ago');
  clock.advance(-1);
  const changed = await change(4000);
  assert.deepEqual(changed.body, { outcome: 'changed' }, changed.text);
  assert.deepEqual((await change(4000)).body, { outcome: 'kept' }, 'pressed twice, it charges once');

  const { payments } = (await ann.get('/billing/payments')).body;
  const shown = payments.map((one: { amount_cents: number; plan: string; upgrade: boolean }) => [
    one.amount_cents,
    one.plan,
    one.upgrade,
  ]);
  assert.deepEqual(shown, [
    [4000, 'max', true],
    [1900, 'pro', false],
  ]);
  const lines: string[] = [];
  for (const { id } of payments) {
    const receipt = await fetch(`${service.url}/api/console/receipts/${id}.pdf`, { headers: ann.headers });
    const texts = textsOfPdf(Buffer.from(await receipt.arrayBuffer()));
    lines.push(texts.find((text) => / plan, billed by /.test(text)) ?? String(texts));
  }
  assert.deepEqual(lines, ['Upgrade to Max plan, billed by the month', 'Pro plan, billed by the month']);
});
