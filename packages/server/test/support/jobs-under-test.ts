import type { Pool, Tier } from '@kinora/contract';
import { createAccount } from '../../src/accounts/create-account.ts';
import { type AcceptJob, createAcceptJob } from '../../src/admit/accept/accept-jobs.ts';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import type { JobRequest } from '../../src/admit/accept/job-request.ts';
import { completeJob } from '../../src/attempt/complete-attempt.ts';
import type { OpenCatalogue } from '../../src/catalogue/open-catalogue.ts';
import type { Size } from '../../src/catalogue/sizes.ts';
import type { Database } from '../../src/db/database.ts';
import { type Clock, systemClock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { priceRules } from '../../src/ledger/audit/price-rules.ts';
import type { ExpectedSeconds } from '../../src/queue/job-shape.ts';
import { guessedSeconds } from '../../src/queue/service-times.ts';
import type { ImageQuote } from '../../src/quote/quote.ts';
import { imageOf, openOnly, pricedOf } from './default-catalogue.ts';

const MANY = 1_000_000;

/** For accounts whose limits are not under test. */
export const UNLIMITED = { callsPerMinute: MANY, jobsAtOnce: MANY, videosPerDay: MANY, imagesPerDay: MANY };

/** The use cases without HTTP, for histories that would take too long with it. */

export function acceptorOf(
  database: Database,
  clock: Clock = systemClock,
  expectedSeconds: ExpectedSeconds = guessedSeconds,
  catalogue: OpenCatalogue = openOnly(),
): AcceptJob {
  return createAcceptJob({
    database,
    clock,
    catalogue,
    expectedSeconds,
    accountUrl: () => 'https://example.com',
    onAccepted: (_pool: Pool) => {},
    requestRecharge: async () => {},
  });
}

export async function newAccount(
  database: Database,
  balanceCents: number,
  clock = systemClock,
): Promise<string> {
  const email = `${newId()}@example.com`;
  const created = await createAccount(database, clock, { email, balanceCents, operator: false });
  if (created === undefined) throw new Error('the email is taken');
  await setLimits(database, created.accountId, UNLIMITED);
  return created.accountId;
}

export function imageQuote(priceCents = imageOf().priceCents): ImageQuote {
  return { ...imageOf(), priceCents };
}

export function jobRequest(accountId: string, overrides: Partial<JobRequest> = {}): JobRequest {
  const { jobId = newId(), quote = imageQuote() } = overrides;
  return {
    jobId,
    answer: { job_id: jobId },
    accountId,
    keyId: null,
    prompt: 'a test',
    preparedPrompt: 'a test',
    seed: 1,
    ...pricedOf(quote),
    interface: 'v1',
    jobApi: null,
    hasInitImage: false,
    owningNode: null,
    idempotency: null,
    watermarkTag: null,
    ...overrides,
  };
}

/** An order of the job API, paid from the balance. */
export function jobApiRequest(accountId: string, tier: Tier): JobRequest {
  const jobApi = { type: 'image', tier, assetId: newId() } as const;
  return jobRequest(accountId, { interface: 'job_api', jobApi });
}

/** Delivers an image as the worker with this lease. Returns whether it was accepted. */
export async function completeLease(
  database: Database,
  lease: Parameters<typeof completeJob>[2],
  clock = systemClock,
): Promise<boolean> {
  const [size] = await database.query<Size>('select width, height from jobs where id = $1', [lease.jobId]);
  const image = { artifact: 'result.png', mime: 'image/png', ...(size ?? { width: 1, height: 1 }) } as const;
  const result = { ...image, duration_seconds: null, engine: 'test', engine_version: '1' };
  return completeJob(database, clock, lease, result, { key: 'k', bytes: 1 });
}

export async function balanceOf(database: Database, accountId: string): Promise<number> {
  const [row] = await database.query<{ cents: number }>(
    'select prepaid_cents as cents from funding_accounts where account_id = $1',
    [accountId],
  );
  return row?.cents ?? Number.NaN;
}

/** The violations that the audit finds, in words. */
export async function violations(database: Database): Promise<string[]> {
  return wordsOf(await auditLedger(database));
}

/** The same where the test has made up prices that no catalogue has. */
export async function violationsBesidesPrices(database: Database): Promise<string[]> {
  const found = await auditLedger(database);
  return wordsOf(found.filter(({ rule }) => !priceRules.some((one) => one.rule === rule)));
}

function wordsOf(findings: Awaited<ReturnType<typeof auditLedger>>): string[] {
  return findings.flatMap(({ rule, violations: all }) => all.map((violation) => `${rule}: ${violation}`));
}
