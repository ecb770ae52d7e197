import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Answer, TestAccount, TestApp } from './test-app.ts';

/** Everything that accepting a job writes for one account. */
interface Traces {
  readonly jobs: number;
  readonly charges: number;
  readonly transactions: number;
  readonly idempotencyKeys: number;
  readonly balanceCents: number;
  readonly spentCents: number;
}

export async function tracesOf(service: TestApp, account: TestAccount): Promise<Traces> {
  const [traces] = await service.database.query<Traces>(
    `select
       (select count(*) from jobs where account_id = $1) as jobs,
       (select count(*) from charges where account_id = $1) as charges,
       (select count(*) from ledger_transactions where account_id = $1) as transactions,
       (select count(*) from idempotency_keys where account_id = $1) as "idempotencyKeys",
       (select prepaid_cents from funding_accounts where account_id = $1) as "balanceCents",
       (select coalesce(sum(spent_cents), 0)::bigint from purchases where account_id = $1) as "spentCents"`,
    [account.id],
  );
  assert.ok(traces !== undefined);
  return traces;
}

/** Runs `work` and asserts that it created no job, moved no money and stored no blob. */
export async function assertUntouched<Value>(
  service: TestApp,
  account: TestAccount,
  work: () => Promise<Value>,
): Promise<Value> {
  const before = await tracesOf(service, account);
  const blobsBefore = storedBlobs(service);
  const value = await work();
  assert.deepEqual(await tracesOf(service, account), before);
  assert.deepEqual(storedBlobs(service), blobsBefore);
  return value;
}

/** Paths of all stored files, below the folder of the blobs. */
export function storedBlobs(service: TestApp): string[] {
  const folder = path.join(service.dataDir, 'blobs');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Asserts an `invalid_request` whose first issue names `field` with a message that matches `message`. */
export function assertInvalid(answer: Answer, field: string, message: RegExp): void {
  assert.equal(answer.status, 400, answer.text.slice(0, 500));
  assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'error', 'issues']);
  assert.equal(answer.body.code, 'invalid_request');
  const [issue] = answer.body.issues;
  assert.deepEqual(Object.keys(issue).sort(), ['message', 'path']);
  assert.equal(issue.path, field);
  assert.match(issue.message, message);
  assert.ok(answer.body.error.includes(issue.message), 'the error contains the message of the first issue');
  assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
}
