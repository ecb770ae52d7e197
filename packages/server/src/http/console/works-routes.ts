import {
  type ConsoleWork,
  type ConsoleWorkList,
  invalidRequest,
  type PublishedJobs,
  problem,
  publishBodySchema,
  publishWordsVersion,
  workQuerySchema,
} from '@kinora/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../db/database.ts';
import { mediaPath } from '../../jobs/views/published-asset.ts';
import { findWork, listPublishedJobs, listWorks } from '../../jobs/works/list-works.ts';
import { type PublishDependencies, publishWork } from '../../jobs/works/publish-work.ts';
import { type WithdrawDependencies, withdrawWork } from '../../jobs/works/withdraw-work.ts';
import { previewPath, WORKS_PER_ACCOUNT, type Work } from '../../jobs/works/work.ts';
import { readId } from '../../kernel/ids.ts';
import { readPage } from '../../kernel/read-page.ts';
import { MAX_AGE_SECONDS } from '../downloads/public-media.ts';
import { sendProblem } from '../problem-handler.ts';
import { hasCurrent } from '../request/conditional.ts';
import { readBody } from '../request/read-body.ts';
import { readQuery } from '../request/read-query.ts';
import { personOf } from './session.ts';

/** Characters of a prompt in what is sent with a page. */
const PROMPT_SHOWN = 200;

/** A page that was opened before an upgrade asked with the words of then. */
const OTHER_WORDS = problem(
  'changed_meanwhile',
  'What publishing means is worded differently now; reload the page and read it again.',
);

export interface WorkDependencies extends PublishDependencies, WithdrawDependencies {}

type JobRoute = { Params: { jobId: string } };
type WorkRoute = { Params: { id: string } };

/** GET /works and its previews: the explore page, which everybody may read. */
export function exploreRoutes(routes: FastifyInstance, { database, blobs }: WorkDependencies): void {
  routes.get('/works', async (request, reply) => {
    const read = readQuery(workQuerySchema, request);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { q: search, kind: medium, order, visit, limit, cursor: after } = read.value;
    const { shown, next } = await readPage(limit, (rows) =>
      listWorks(database, { search, medium, order, visit, after, limit: rows }),
    );
    const view: ConsoleWorkList = {
      works: shown.map(viewWork),
      ...next,
    };
    return reply.send(view);
  });

  routes.get<WorkRoute>('/works/:id', async (request, reply) => {
    const work = await readWork(request.params.id);
    return work === undefined ? sendAbsent(reply) : reply.send(viewWork(work));
  });

  routes.get<WorkRoute>('/works/:id/preview', async (request, reply) => {
    const work = await readWork(request.params.id);
    const key = work?.previewKey ?? undefined;
    if (work === undefined || key === undefined) return sendAbsent(reply);
    const etag = `"${work.id}"`;
    // A preview never changes, but its work may be hidden or withdrawn at any time.
    reply.headers({ etag, 'cache-control': `public, max-age=${MAX_AGE_SECONDS}, must-revalidate` });
    if (hasCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('image/jpeg').send(blobs.read(key));
  });

  async function readWork(text: string): Promise<Work | undefined> {
    const id = readId(text);
    return id === undefined ? undefined : findWork(database, id);
  }
}

/** The newest works, as pages show them first. A long prompt is cut there; the work has all of it. */
export function newestWorksOf(database: Database): (limit: number) => Promise<readonly ConsoleWork[]> {
  return async (limit) => {
    const choice = {
      search: undefined,
      medium: undefined,
      order: 'newest',
      visit: '',
      after: undefined,
    } as const;
    const works = await listWorks(database, { ...choice, limit });
    return works.map((work) => viewWork({ ...work, prompt: shortened(work.prompt) }));
  };
}

function shortened(prompt: string): string {
  const characters = [...prompt];
  return characters.length <= PROMPT_SHOWN ? prompt : `${characters.slice(0, PROMPT_SHOWN).join('')} …`;
}

/** What a signed-in person publishes: GET /published, PUT and DELETE /published/<job id>. */
export function publishRoutes(routes: FastifyInstance, dependencies: WorkDependencies): void {
  routes.get('/published', async (request, reply) => {
    const jobs = await listPublishedJobs(dependencies.database, personOf(request).accountId);
    const view: PublishedJobs = {
      jobs: jobs.map(({ jobId, workId }) => ({ job_id: jobId, work_id: workId })),
    };
    return reply.send(view);
  });

  routes.put<JobRoute>('/published/:jobId', { config: { asks: 'session' } }, async (request, reply) => {
    const body = readBody(publishBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { consent: version, shows_seed: showsSeed } = body.value;
    if (version !== publishWordsVersion) return sendProblem(reply, OTHER_WORDS);
    const jobId = readId(request.params.jobId);
    const { accountId } = personOf(request);
    const outcome =
      jobId === undefined
        ? 'absent'
        : await publishWork(dependencies, accountId, jobId, { version, showsSeed });
    if (outcome === 'absent') return sendAbsent(reply);
    if (outcome === 'full') {
      const message = `An account can publish ${WORKS_PER_ACCOUNT} works; withdraw one first.`;
      return sendProblem(reply, invalidRequest([{ path: '', message }]));
    }
    return reply.code(204).send();
  });

  routes.delete<JobRoute>('/published/:jobId', { config: { asks: 'session' } }, async (request, reply) => {
    const jobId = readId(request.params.jobId);
    if (jobId !== undefined) await withdrawWork(dependencies, personOf(request).accountId, jobId);
    return reply.code(204).send();
  });
}

function viewWork(work: Work): ConsoleWork {
  const { id, assetId, medium, prompt, width, height, durationSeconds, publishedAt, previewKey } = work;
  const { isDemonstration, model, seed } = work;
  return {
    id,
    content_id: assetId,
    kind: medium,
    prompt,
    url: mediaPath(assetId, work.artifactKey),
    preview_url: previewKey === null ? null : previewPath(id),
    width,
    height,
    duration: durationSeconds,
    model,
    seed,
    published_at: publishedAt.toISOString(),
    demonstration: isDemonstration,
  };
}

function sendAbsent(reply: FastifyReply): FastifyReply {
  return sendProblem(
    reply,
    problem('not_found', 'There is no such published work, or the result is not yours.'),
  );
}
