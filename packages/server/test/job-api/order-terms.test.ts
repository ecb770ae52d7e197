import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { jobQuoteSchema, jobTypes, type Me, meSchema, payWithNames, tierNames } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { ASK, imageOf, type JobCaller, jobCaller, resetCallLimit, subscribe } from '../support/job-api.ts';
import { balanceOf } from '../support/jobs-under-test.ts';
import { type Answer, send, startTestApp, type TestApp } from '../support/test-app.ts';

/** What GET /me offers is what POST /generate accepts, for each way to pay. */

const BALANCE = 100_000;
let service: TestApp;
let image: string;
before(async () => {
  service = await startTestApp();
  image = await imageOf(333, 210);
});
after(() => service.stop());

async function callerWith(balanceCents: number, plan?: 'pro' | 'max'): Promise<JobCaller> {
  const caller = await jobCaller(service, plan);
  if (balanceCents > 0) {
    await service.database.transaction((tx) => grantBalance(tx, caller.accountId, balanceCents, new Date()));
  }
  return caller;
}

function call({ token }: JobCaller, path: string, body?: object): Promise<Answer> {
  return send(`${service.url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const readMe = async (caller: JobCaller): Promise<Me> => meSchema.parse((await call(caller, '/me')).body);

async function generate(caller: JobCaller, body: object): Promise<Answer> {
  await resetCallLimit(service, caller.accountId);
  return caller.generate({ ...ASK, image_base64: image, ...body });
}

for (const tier of tierNames) {
  test(`on ${tier}, every type that /me offers is accepted, and every other refused, by credits and by balance`, async () => {
    verifies('DEC-PAYWITH-01', 'DEC-PAYWITH-02', 'DEC-PAYWITH-04');
    const caller = await callerWith(BALANCE, tier === 'free' ? undefined : tier);
    for (const payWith of payWithNames) {
      const before = await readMe(caller);
      const { types, limits } = payWith === 'balance' ? before.balance : before;
      for (const type of jobTypes) {
        const ask = { type, pay_with: payWith, width: 4096, height: 4096, length: 257 };
        const quoted = await call(caller, '/quote', { ...ASK, ...ask, image_base64: image });
        const answer = await generate(caller, ask);
        const name = `${payWith} ${type} ${answer.text}`;
        assert.equal(answer.status, types.includes(type) ? 200 : 403, name);
        assert.equal(quoted.status, answer.status, name);
        if (answer.status !== 200) continue;
        const { task, ...lease } = await takeLease(service.worker);
        const longest =
          answer.body.worker === 'image' ? limits.image_longest_side : limits.video_longest_side;
        assert.ok(Math.max(task.width, task.height) <= longest, name);
        if (task.frames !== null) assert.equal(task.frames, limits.video_frames, name);
        const view = jobQuoteSchema.parse(quoted.body);
        assert.deepEqual(
          [answer.body.credit_cost, answer.body.price_cents, answer.body.tier],
          [view.credit_cost, view.price_cents, view.tier],
          name,
        );
        // In the answer to the very next request, on every server: nothing of it is cached.
        const during = await readMe(caller);
        assert.equal(during.open_jobs, 1);
        assert.equal(during.balance.cents, before.balance.cents - (answer.body.price_cents ?? 0));
        assert.equal(during.credits.left, before.credits.left - answer.body.credit_cost);
        await service.worker.fail({ task, ...lease }, { reason: 'broke', retryable: false });
        assert.deepEqual(await readMe(caller), before, `${name}: what failed costs nothing`);
      }
    }
  });
}

test('an order from the balance costs the v1 price, is settled with its job, and shows its price everywhere', async () => {
  verifies('DEC-PAYWITH-02');
  const caller = await callerWith(1000);
  const ask = { type: 'video_av', pay_with: 'balance', length: 121, max_price_cents: 50 };
  const accepted = await generate(caller, ask);
  assert.deepEqual(
    [accepted.body.price_cents, accepted.body.credit_cost, accepted.body.tier, accepted.body.priority],
    [50, 0, 'pro', 10],
    accepted.text,
  );
  const waiting = (await caller.job(accepted.body.job_id)).body;
  assert.deepEqual([waiting.price_cents, waiting.credit_cost, waiting.queue_type], [50, 0, 'priority']);
  assert.ok(Number.isInteger(waiting.estimated_wait_seconds));
  assert.equal(waiting.estimated_wait, undefined, 'that is of the free tier');
  await deliver(service.worker, await takeLease(service.worker));
  assert.equal((await caller.job(accepted.body.job_id)).body.status, 'completed');
  assert.equal(await balanceOf(service.database, caller.accountId), 950);
  const findings = await auditLedger(service.database);
  assert.deepEqual(
    findings.flatMap(({ violations }) => violations),
    [],
  );
  await service.database.query(
    `insert into credit_charges (job_id, account_id, credits, month, state)
     select job_id, account_id, 0, month, 'settled' from charges where job_id = $1`,
    [accepted.body.job_id],
  );
  const twice = (await auditLedger(service.database)).flatMap(({ violations }) => violations);
  assert.match(twice.join('\n'), new RegExp(accepted.body.job_id));
  await service.database.query('delete from credit_charges where job_id = $1', [accepted.body.job_id]);
});

test('only the balance pays: too little is 402, whatever allowance or pay per use the plan has', async () => {
  verifies('DEC-PAYWITH-03');
  const max = await callerWith(20, 'max');
  await service.database.query(
    'update funding_terms set pay_per_use = true, cap_cents = 5000 where account_id = $1',
    [max.accountId],
  );
  const ask = { type: 'image_1080p', pay_with: 'balance' };
  assert.equal((await generate(max, ask)).body.price_cents, 5);
  const dear = await generate(max, { type: 'video', pay_with: 'balance' });
  assert.deepEqual([dear.status, Object.keys(dear.body)], [402, ['error']]);
  assert.match(dear.body.error, /^This costs 0\.50 USD and the balance is 0\.15 USD\./);
  const poor = await callerWith(0);
  const refused = await generate(poor, ask);
  assert.equal(refused.status, 402, refused.text);
  // Who does not ask for it meets no 402.
  assert.equal((await generate(poor, { type: 'image' })).status, 200);
});

test('an account on the free tier has the jobs of Pro at once for what it pays', async () => {
  verifies('DEC-PAYWITH-01');
  const caller = await callerWith(1000);
  const ask = { type: 'image', pay_with: 'balance' };
  for (let job = 0; job < 3; job++) assert.equal((await generate(caller, ask)).status, 200);
  assert.match((await generate(caller, ask)).body.error, /^At most 3 jobs at once/);
  assert.match((await generate(caller, { type: 'image' })).body.error, /^At most 1 job at once/);
  assert.equal((await readMe(caller)).limits.jobs_at_once, 1);
});

test('the most that it may cost is in what it is paid with, and a changed plan changes the offer at once', async () => {
  verifies('DEC-PAYWITH-01', 'DEC-PRICELIMIT-01');
  const caller = await callerWith(1000);
  for (const [body, field] of [
    [{ pay_with: 'balance', max_credits: 9 }, 'max_credits'],
    [{ max_price_cents: 9 }, 'max_price_cents'],
    [{ pay_with: 'card' }, 'pay_with'],
  ] as const) {
    const answer = await generate(caller, { type: 'image', ...body });
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.body.error, new RegExp(`^${field}: `));
  }
  const dear = await generate(caller, { type: 'image', pay_with: 'balance', max_price_cents: 4 });
  assert.deepEqual([dear.status, Object.keys(dear.body)], [409, ['error']]);
  assert.match(dear.body.error, /^This costs 0\.05 USD, and max_price_cents allows 0\.04/);
  assert.equal((await generate(caller, { type: 'video_av' })).status, 403);
  await subscribe(service, caller.accountId, 'pro');
  assert.ok((await readMe(caller)).types.includes('video_av'));
  assert.equal((await generate(caller, { type: 'video_av' })).status, 200);
});
