import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { invoicePageSchema, paymentPageSchema } from '@kinora/contract';
import { ConfigError } from '@kinora/program/setting';
import { verifies } from '@kinora/testing/requirements';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { completeJob } from '../../src/attempt/complete-attempt.ts';
import { recordFault } from '../../src/attempt/fail-attempt.ts';
import { catalogueOf } from '../../src/catalogue/catalogue.ts';
import { readConfig } from '../../src/config.ts';
import { renderDocument } from '../../src/payments/documents/render-document.ts';
import { type ClaimedJob, claimJob } from '../../src/queue/claim-job.ts';
import { addTask } from '../../src/tasks/add-task.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { changedCatalogue, type LooseDocument, operatorsOwn } from '../support/catalogues.ts';
import { consoleCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { UNLIMITED } from '../support/jobs-under-test.ts';
import { textsOfPdf } from '../support/read-pdf.ts';
import { keepWorkerReady } from '../support/ready-worker.ts';
import { type Person, payAt, signUp } from '../support/signed-in.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

const COMPANY = 'Example Media GmbH; Lindenstraße 12; VAT DE123456789';

/** Two models of the operator; the frames of one do not fit into twelfths of a second. */
const sold = catalogueOf(
  2,
  changedCatalogue((document) => {
    operatorsOwn(document);
    const draft = document.models.find(({ id }: LooseDocument) => id === 'draft');
    document.models.push({
      ...draft,
      id: 'flick',
      frames: { per_second: 30, step: 1 },
      price: [{ ...draft.price[0], cents_per_second: 3 }],
    });
  }),
);

const OWN = ['draft', 'flick'].map((model) => ({ operation: 'video' as const, model, longest_side: 1280 }));

interface Documented {
  readonly id: string;
  readonly kind: string;
  readonly amount_cents: number;
  readonly pdf: string;
}

describe('the documents of payments', () => {
  let service: TestApp;
  let ann: Person;
  let bob: Person;
  before(async () => {
    service = await startTestApp({ environment: { KINORA_COMPANY: COMPANY, KINORA_TEST_CLOCK: '1' }, sold });
    const worker = leaseRequest({ worker: 'of-own-models' });
    worker.capabilities.operations.push(...OWN);
    await keepWorkerReady(service.database, worker);
    await setClock('2031-05-20T12:00:00Z');
    ann = await signUp(service, 'ann@example.com');
    bob = await signUp(service, 'bob@example.com');
  });
  after(() => service.stop());

  const setClock = (now: string) =>
    send(`${service.url}/operator/test-clock`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now }),
    });
  const open = (path: string, who: Person, accept = '*/*') =>
    fetch(service.url + path, { redirect: 'manual', headers: { ...who.headers, accept } });
  /** What the pages of the account link to. */
  async function list(who: Person): Promise<Documented[]> {
    const page = async (path: string) => (await open(`/api/console/billing/${path}`, who)).json();
    const { payments } = paymentPageSchema.parse(await page('payments'));
    const { invoices } = invoicePageSchema.parse(await page('invoices'));
    const pathOf = (folder: string, id: string) => `/api/console/${folder}/${id}.pdf`;
    return [
      ...invoices.map((one) => ({ ...one, kind: 'invoice', pdf: pathOf('invoices', one.id) })),
      ...payments.flatMap((one) => [
        { ...one, pdf: pathOf('receipts', one.id) },
        ...(one.credit_note === null
          ? []
          : [{ ...one, id: one.credit_note, kind: 'refund', pdf: pathOf('receipts', one.credit_note) }]),
      ]),
    ];
  }
  async function read(path: string): Promise<string[]> {
    const response = await open(path, ann);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('content-type'), 'application/pdf');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    return textsOfPdf(Buffer.from(await response.arrayBuffer()));
  }
  const topUp = async (amount: string) =>
    payAt((await ann.submit('/account/top-up', { amount })).headers.get('location') ?? '');

  test('a purchase, a plan and a refund have receipts and a credit note', async () => {
    verifies('DEC-DOCUMENT-02', 'DEC-DOCUMENT-04');
    await topUp('25');
    await topUp('10');
    const chosen = await consoleCaller(service, ann).post('/billing/plan', {
      plan: 'max',
      interval: 'month',
    });
    await payAt(chosen.body.checkout_url);
    await until(async () => (await list(ann)).length === 3);
    const [plan, small, large] = await list(ann);
    assert.deepEqual([plan?.kind, small?.amount_cents, large?.amount_cents], ['plan', 1000, 2500]);
    const receipt = await read(large?.pdf ?? '');
    for (const shown of [
      'Receipt',
      'Example Media GmbH',
      'Lindenstraße 12',
      'VAT DE123456789',
      'ann@example.com',
      '2031-05-20, by card',
      'Prepaid balance, top-up',
      '25.00',
      '25.00 USD',
    ]) {
      assert.ok(receipt.includes(shown), `${shown} of ${receipt}`);
    }
    const ofPlan = await read(plan?.pdf ?? '');
    assert.ok(ofPlan.includes('Max plan, billed by the month'));
    assert.ok(ofPlan.includes('99.00 USD'));

    await consoleCaller(service, ann).post(`/billing/purchases/${small?.id}/refund`);
    const refund = (await list(ann)).find(({ kind }) => kind === 'refund');
    const note = await read(refund?.pdf ?? '');
    const numberOf = (texts: string[]) => texts.find((text) => /^(REC|CRN|INV)-/.test(text)) ?? '';
    assert.ok(note.includes('Credit note') && note.includes('-10.00 USD'));
    assert.ok(note.includes(numberOf(await read(small?.pdf ?? ''))), 'it names the receipt');
    const numbers = await Promise.all(
      [plan, small, large].map(async (one) => numberOf(await read(one?.pdf ?? ''))),
    );
    assert.equal(new Set(numbers).size, 3, String(numbers));
  });

  test('the invoice of a month has its work by kind and mode, equal to the ledger', async () => {
    verifies('DEC-DOCUMENT-01');
    const { database } = service;
    await setLimits(database, ann.accountId, UNLIMITED);
    const page = await (await ann.submit('/account/key', { password: '' })).text();
    const key = /\bkn_[0-9A-Za-z]{20,}/.exec(page)?.[0] ?? '';
    // Without an allowance. The balance of 25 dollars is drawn first; the invoice has the rest.
    await database.query(
      `update funding_terms set plan = 'pro', pay_per_use = true, cap_cents = 5000 where account_id = $1`,
      [ann.accountId],
    );
    const order = async (kind: string, body: object) => {
      const answer = await send(`${service.url}/v1/${kind}/generate`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt: 'a kite', ...body }),
      });
      assert.equal(answer.status, 200, answer.text);
    };
    const quality = { mode: 'quality', width: 1920, height: 1080, duration: 10 };
    for (let times = 0; times < 4; times++) await order('videos', quality);
    for (let times = 0; times < 4; times++) await order('videos', { mode: 'cinema', duration: 5 });
    for (let times = 0; times < 3; times++) await order('images', { width: 256, height: 256 });
    for (let times = 0; times < 2; times++) await order('videos', { model: 'draft', duration: 2.3 });
    for (let times = 0; times < 2; times++) await order('videos', { model: 'flick', duration: 1 });
    const usage = async () => {
      const headers = { 'x-api-key': key, 'user-agent': TEST_USER_AGENT };
      return (await send(`${service.url}/v1/usage`, { headers })).body;
    };
    assert.equal((await usage()).videos_overage, 12);
    await endJobs();
    await setClock('2031-06-01T00:00:00Z');
    await database.transaction((tx) => addTask(tx, 'payments_due', {}));
    const invoice = async () => (await list(ann)).find(({ kind }) => kind === 'invoice');
    await until(async () => {
      const [row] = await database.query<{ state: string }>('select state from invoices');
      return row?.state === 'paid';
    });
    const { pdf = '', amount_cents: cents } = (await invoice()) ?? {};
    const [ledger] = await database.query<{ cents: number }>(
      `select sum(case source when 'receivable' then amount_cents when 'held' then -amount_cents end)::bigint as cents
       from postings join ledger_transactions on ledger_transactions.id = transaction_id
       where account_id = $1 and (source = 'receivable' or destination = 'receivable')`,
      [ann.accountId],
    );
    // The balance covered 1.50 of the second cinema video; the third image failed.
    assert.equal(cents, 926);
    assert.equal(ledger?.cents, cents);
    assert.deepEqual((await read(pdf)).slice(5), [
      'Number',
      'INV-000001',
      'Date',
      '2031-06-01',
      'Period',
      'May 2031 (UTC)',
      'Account',
      'ann@example.com',
      'Description',
      'Jobs',
      'Seconds',
      'Amount (USD)',
      'Images',
      '2',
      '0.10',
      'Videos, cinema',
      '3',
      '15',
      '10.50',
      // Nine steps of four frames at 16 a second each, rounded half up to five cents.
      'Videos, draft',
      '2',
      '4.50',
      '0.10',
      // Thirty frames at 30 a second; the allowance would count a twelfth for each of them.
      'Videos, flick',
      '2',
      '2',
      '0.06',
      'Paid from your prepaid balance',
      '-1.50',
      'Total',
      '9.26 USD',
      'Paid on 2031-06-01. Thank you.',
      `Invoice INV-000001, ${service.url}`,
    ]);
  });

  /** Completes every job but the last image, which fails. */
  async function endJobs(): Promise<void> {
    const clock = { now: () => new Date('2031-05-20T13:00:00Z') };
    const claimed: ClaimedJob[] = [];
    const worker = leaseRequest();
    worker.capabilities.operations.push(...OWN);
    for (let job = await claimJob(service.database, worker); job !== undefined; ) {
      claimed.push(job);
      job = await claimJob(service.database, worker);
    }
    assert.equal(claimed.length, 15);
    const fails = claimed.findLast(({ operation }) => operation === 'image');
    for (const { id: jobId, attempt, width, height } of claimed) {
      if (jobId === fails?.id) {
        await recordFault(service.database, clock, { jobId, attempt }, { reason: 'test', retryable: false });
        continue;
      }
      const media = { artifact: 'result.png', mime: 'image/png', duration_seconds: null } as const;
      const result = { ...media, width, height, engine: 'test', engine_version: '1' };
      assert.ok(
        await completeJob(service.database, clock, { jobId, attempt }, result, { key: 'k', bytes: 1 }),
      );
    }
  }

  test('documents are for their owner, and a browser without a session is led to the sign-in page', async () => {
    verifies('DEC-DOCUMENT-03');
    const documents = await list(ann);
    assert.deepEqual(
      new Set(documents.map(({ kind }) => kind)),
      new Set(['invoice', 'plan', 'refund', 'top_up']),
    );
    assert.deepEqual(await list(bob), []);
    for (const { pdf, kind } of documents) {
      assert.equal((await open(pdf, bob)).status, 404, kind);
      const other = pdf.includes('invoices')
        ? pdf.replace('invoices', 'receipts')
        : pdf.replace('receipts', 'invoices');
      assert.equal((await open(other, ann)).status, 404);
      const anonymous = await fetch(service.url + pdf, {
        redirect: 'manual',
        headers: { accept: 'text/html' },
      });
      assert.equal(anonymous.status, 303);
      assert.equal(anonymous.headers.get('location'), `/signin?next=${encodeURIComponent(pdf)}`);
      assert.equal((await fetch(service.url + pdf, { headers: { accept: 'application/json' } })).status, 401);
    }
    for (const name of ['x.pdf', '.pdf', `${documents[0]?.id}`, `${documents[0]?.id}.pdf.pdf`]) {
      assert.equal((await open(`/api/console/receipts/${name}`, ann)).status, 404, name);
    }
  });
});

test('a letter that the font lacks is shown as a question mark, and refused in the name of the operator', async () => {
  verifies('DEC-DOCUMENT-04');
  const document = {
    title: 'Receipt',
    number: 'REC-000001',
    date: new Date(),
    email: 'Ελένη żółw@example.com',
    facts: [],
    lines: [],
    deductions: [],
    totalName: 'Paid',
    totalCents: 0,
    note: '',
  } as const;
  const issuer = {
    company: ['Müller & Söhne €'],
    fontFile: undefined,
    name: 'Films',
    support: null,
    site: 'https://media.example.com',
  };
  const texts = textsOfPdf(await renderDocument(document, issuer));
  assert.ok(texts.includes('????? ?ó?w@example.com'), String(texts));
  assert.ok(texts.includes('Müller & Söhne €'));
  assert.throws(() => readConfig({ KINORA_COMPANY: 'ООО Кино' }), ConfigError);
  assert.throws(() => readConfig({ KINORA_COMPANY: 'x;'.repeat(9) }), ConfigError);
  assert.throws(() => readConfig({ KINORA_DOCUMENT_FONT: '/nowhere.ttf' }), ConfigError);
});
