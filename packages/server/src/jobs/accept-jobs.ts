import { type AcceptedJob, type Pool, type Problem, problem } from '@kinora/contract';
import {
  CommitUnknown,
  type Database,
  isDatabaseUnavailable,
  isLockTimeout,
  type Queryable,
} from '../db/database.ts';
import { holdCharges, type NewCharge } from '../funding/charges.ts';
import { decideFunding, type Funds } from '../funding/decide-funding.ts';
import type { Clock } from '../kernel/clock.ts';
import { coalesce } from '../kernel/coalesce.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { ok, type Result, refused } from '../kernel/result.ts';
import { type FundingRow, lockFundingRows } from '../ledger/funding-accounts.ts';
import type { Quote } from '../pricing/quote.ts';
import {
  findRemembered,
  type IdempotencyClaim,
  type NewAnswer,
  rememberAnswers,
  rememberedKey,
} from './idempotency.ts';
import { insertJobs, type NewJob } from './new-job.ts';

export interface JobRequest {
  /** Made before the transaction, so that an uploaded picture already lies under it. */
  readonly jobId: string;
  readonly accountId: string;
  readonly prompt: string;
  readonly seed: number;
  readonly quote: Quote;
  readonly initImageKey: string | null;
  readonly idempotency: IdempotencyClaim | null;
}

interface Acceptance {
  readonly answer: AcceptedJob;
  readonly replayed: boolean;
}

export type AcceptJob = (request: JobRequest) => Promise<Result<Acceptance, Problem>>;

interface AcceptDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The console's top-up page; known once the server listens. */
  readonly topUpUrl: () => string;
  /** Called after the commit for each pool that got a job. */
  readonly onAccepted: (pool: Pool) => void;
}

const MAX_BATCH = 256;

/**
 * Accepts jobs: money decided and held, job, charge and idempotency row, in one transaction. The answer
 * comes after the commit, so an accepted job is durable. Requests that arrive while a commit is under
 * way share the next one. Problems: those of `decideFunding`, and `idempotency_conflict`.
 */
export function createAcceptJob(dependencies: AcceptDependencies): AcceptJob {
  const { database, onAccepted } = dependencies;

  async function acceptBatch(requests: readonly JobRequest[]) {
    const answers = await database.transaction((tx) => acceptInTransaction(tx, requests, dependencies));
    crashPoint('accept.after_commit');
    for (const pool of poolsOf(answers)) onAccepted(pool);
    return answers;
  }

  /** After a COMMIT that was not answered: what stands is answered, the rest is decided again. */
  async function finishBatch(requests: readonly JobRequest[]): Promise<Answer[]> {
    const standing = await database.transaction((tx) => findStanding(tx, requests));
    const rest = requests.filter(({ jobId }) => !standing.has(jobId));
    const decided = rest.length === 0 ? [] : await acceptBatch(rest);
    const answers = new Map(rest.map(({ jobId }, index) => [jobId, decided[index]]));
    for (const { quote, jobId } of requests) if (standing.has(jobId)) onAccepted(quote.kind);
    return requests.map(
      (request) => answers.get(request.jobId) ?? ok({ answer: acceptedAnswer(request), replayed: false }),
    );
  }

  /**
   * A rolled-back batch is taken apart, in its order, so that one bad request fails alone. An account whose row
   * somebody else holds is waited for once, however many requests it has here.
   */
  async function acceptOneByOne(requests: readonly JobRequest[]): Promise<Promise<Answer>[]> {
    const answers: Promise<Answer>[] = [];
    const held = new Map<string, Promise<Answer>>();
    for (const request of requests) {
      const { accountId } = request;
      const answer = held.get(accountId) ?? acceptBatch([request]).then(([own]) => own as Answer);
      answers.push(answer);
      await answer.catch((error) => {
        if (isLockTimeout(error)) held.set(accountId, answer);
      });
    }
    return answers;
  }

  return coalesce(
    async (requests: readonly JobRequest[]) => {
      try {
        return await acceptBatch(requests);
      } catch (error) {
        if (error instanceof CommitUnknown) return finishBatch(requests);
        const isAway = isDatabaseUnavailable(error) && !isLockTimeout(error);
        if (requests.length === 1 || isAway) throw error;
        return acceptOneByOne(requests);
      }
    },
    { maxBatch: MAX_BATCH },
  );
}

type Answer = Result<Acceptance, Problem>;

/**
 * The ids of those requests whose jobs exist. The transaction that may have made them held the same locks, so
 * once they are ours it has ended, one way or the other.
 */
async function findStanding(tx: Queryable, requests: readonly JobRequest[]): Promise<Set<string>> {
  await lockFundingRows(tx, [...new Set(requests.map(({ accountId }) => accountId))]);
  const rows = await tx.query<{ id: string }>('select id from jobs where id = any($1::uuid[])', [
    requests.map(({ jobId }) => jobId),
  ]);
  return new Set(rows.map(({ id }) => id));
}

async function acceptInTransaction(
  tx: Queryable,
  requests: readonly JobRequest[],
  { clock, topUpUrl }: AcceptDependencies,
): Promise<Answer[]> {
  const at = clock.now();
  const rows = await lockFundingRows(tx, [...new Set(requests.map((r) => r.accountId))]);
  const remembered = await findRemembered(tx, requests.flatMap(claimOf), at);
  const funds = new Map([...rows].map(([id, row]) => [id, fundsOf(row)]));

  const jobs: NewJob[] = [];
  const charges: NewCharge[] = [];
  const newAnswers: NewAnswer[] = [];
  const answers: Answer[] = [];
  for (const request of requests) {
    const earlier = replay(request, remembered);
    if (earlier !== undefined) {
      answers.push(earlier);
      continue;
    }
    const available = funds.get(request.accountId) ?? NO_FUNDS;
    const decision = decideFunding(available, request.quote.priceCents, topUpUrl());
    if (!decision.ok) {
      answers.push(decision);
      continue;
    }
    funds.set(request.accountId, decision.value.left);
    const answer = acceptedAnswer(request);
    jobs.push(newJob(request));
    charges.push(newCharge(request, decision.value.draws));
    if (request.idempotency !== null) {
      const { key, requestHash } = request.idempotency;
      newAnswers.push({ accountId: request.accountId, key, requestHash, answer });
      remembered.set(rememberedKey(request.accountId, key), { requestHash, answer });
    }
    answers.push(ok({ answer, replayed: false }));
  }
  if (jobs.length > 0) {
    await insertJobs(tx, jobs, at);
    await holdCharges(tx, charges, at);
    await rememberAnswers(tx, newAnswers, at);
  }
  crashPoint('accept.before_commit');
  return answers;
}

const NO_FUNDS: Funds = { underReview: false, hasPaid: false, prepaidCents: 0, purchases: [] };

function fundsOf(row: FundingRow): Funds {
  return {
    underReview: row.underReview,
    hasPaid: row.firstPaidAt !== null,
    prepaidCents: row.prepaidCents,
    purchases: row.purchases,
  };
}

function claimOf({ accountId, idempotency }: JobRequest): { accountId: string; key: string }[] {
  return idempotency === null ? [] : [{ accountId, key: idempotency.key }];
}

function replay(
  { accountId, idempotency }: JobRequest,
  remembered: Awaited<ReturnType<typeof findRemembered>>,
): Answer | undefined {
  if (idempotency === null) return undefined;
  const earlier = remembered.get(rememberedKey(accountId, idempotency.key));
  if (earlier === undefined) return undefined;
  if (earlier.requestHash.equals(idempotency.requestHash))
    return ok({ answer: earlier.answer, replayed: true });
  return refused(
    problem(
      'idempotency_conflict',
      'This Idempotency-Key was used with another request in the last 24 hours; use a new key.',
    ),
  );
}

function newJob({ jobId, accountId, prompt, seed, quote, initImageKey }: JobRequest): NewJob {
  const video = quote.kind === 'video' ? quote : undefined;
  return {
    id: jobId,
    accountId,
    pool: quote.kind,
    kind: quote.kind,
    mode: video?.mode ?? null,
    prompt,
    seed,
    width: quote.width,
    height: quote.height,
    frames: video?.frames ?? null,
    // The v1 interface has sound in every clip.
    sound: video !== undefined,
    initImageKey,
  };
}

function newCharge({ jobId, accountId, quote }: JobRequest, draws: NewCharge['draws']): NewCharge {
  return {
    jobId,
    accountId,
    draws,
    kind: quote.kind,
    thirds: quote.kind === 'video' ? quote.thirds : 0,
    priceCents: quote.priceCents,
  };
}

function acceptedAnswer({ jobId, quote }: JobRequest): AcceptedJob {
  const common = { job_id: jobId, status: 'queued', poll_url: `/api/v1/jobs/${jobId}` } as const;
  if (quote.kind === 'image') return { ...common, kind: 'image' };
  return {
    ...common,
    kind: 'video',
    mode: quote.mode,
    output_width: quote.width,
    output_height: quote.height,
    price_tier: quote.tier,
  };
}

function poolsOf(answers: readonly Answer[]): Set<Pool> {
  return new Set(
    answers.flatMap((answer) => (answer.ok && !answer.value.replayed ? [answer.value.answer.kind] : [])),
  );
}
