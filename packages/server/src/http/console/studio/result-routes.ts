import { Readable } from 'node:stream';
import {
  archiveQuerySchema,
  invalidRequest,
  problem,
  resultQuerySchema,
  type StudioResult,
  type StudioResultList,
} from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkKeep } from '../../../admit/check-keep.ts';
import type { OpenCatalogue } from '../../../catalogue/open-catalogue.ts';
import { FAVOURITES } from '../../../jobs/library/collections.ts';
import { deleteKept, deleteResult } from '../../../jobs/library/delete-kept.ts';
import { type KeepDependencies, keepResult } from '../../../jobs/library/keep-result.ts';
import { type LibraryResult, listResults, readResults } from '../../../jobs/library/list-results.ts';
import type { DeleteDependencies } from '../../../jobs/retention/delete-job.ts';
import { FIRST_ID, readId } from '../../../kernel/ids.ts';
import { readPage } from '../../../kernel/read-page.ts';
import { downloadName } from '../../../storage/blob-keys.ts';
import {
  ZIP_BYTES_MAX,
  ZIP_BYTES_PER_ENTRY,
  type ZipEntry,
  zipArchive,
} from '../../downloads/zip-archive.ts';
import { type ViewDependencies, viewJobApiJob } from '../../job-api/job-view.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readQuery } from '../../request/read-query.ts';
import { personOf } from '../session.ts';

export interface ResultDependencies extends ViewDependencies, DeleteDependencies {
  readonly catalogue: OpenCatalogue;
}

type OfJob = { Params: { jobId: string } };
const OF_SESSION = { config: { asks: 'session' } } as const;

/** The results that the studio shows: those of the last seven days, and those that are kept. */
export function resultRoutes(routes: FastifyInstance, dependencies: ResultDependencies): void {
  const { database, clock } = dependencies;
  routes.get('/studio/results', async (request, reply) => {
    const query = readQuery(resultQuerySchema, request);
    if (!query.ok) return sendProblem(reply, query.problem);
    const { q: search, kind: medium, status, kept, collection, limit, cursor: before } = query.value;
    const now = clock.now();
    const filter = {
      search,
      medium,
      status,
      isKept: kept === undefined ? undefined : true,
      collection: collection === FAVOURITES ? null : collection,
    };
    const { accountId } = personOf(request);
    const { shown, next } = await readPage(limit, (rows) =>
      listResults(database, { ...filter, accountId, before, limit: rows }, now),
    );
    const view: StudioResultList = {
      jobs: await Promise.all(shown.map((result) => viewResult(result, dependencies, now))),
      ...next,
    };
    return reply.send(view);
  });

  routes.get<OfJob>('/studio/results/:jobId', async (request, reply) => {
    const now = clock.now();
    const [result] = await readResults(database, personOf(request).accountId, [jobIdOf(request)], now);
    return result === undefined ? sendAbsent(reply) : reply.send(await viewResult(result, dependencies, now));
  });

  routes.delete<OfJob>('/studio/results/:jobId', OF_SESSION, async (request, reply) => {
    const isDeleted = await deleteResult(dependencies, personOf(request).accountId, jobIdOf(request));
    return isDeleted ? reply.code(204).send() : sendAbsent(reply);
  });

  keptRoutes(routes, dependencies);
  routes.get('/studio/archive', (request, reply) => sendArchive(request, reply, dependencies));
}

/** PUT and DELETE /studio/kept/<job id>. */
function keptRoutes(routes: FastifyInstance, dependencies: ResultDependencies): void {
  const { clock, catalogue } = dependencies;
  const keeping: KeepDependencies = {
    ...dependencies,
    checkKeep: (tx, accountId, bytes) => checkKeep(tx, catalogue.now(), { accountId, bytes }, clock.now()),
  };
  routes.put<OfJob>('/studio/kept/:jobId', OF_SESSION, async (request, reply) => {
    const outcome = await keepResult(keeping, personOf(request).accountId, jobIdOf(request));
    if (outcome === 'absent') return sendAbsent(reply);
    return outcome === 'kept' ? reply.code(204).send() : sendProblem(reply, outcome);
  });

  routes.delete<OfJob>('/studio/kept/:jobId', OF_SESSION, async (request, reply) => {
    await deleteKept(dependencies, personOf(request).accountId, jobIdOf(request));
    return reply.code(204).send();
  });
}

async function viewResult(
  result: LibraryResult,
  dependencies: ViewDependencies,
  now: Date,
): Promise<StudioResult> {
  const { isFavourite, collections, keptId, isGone } = result;
  const library = { favourite: isFavourite, collections, kept: keptId !== null, gone: isGone };
  return { ...(await viewJobApiJob(result, dependencies, now)), library };
}

/** The results of these jobs that the account still has, as one file. Whole archives of 4 GiB and more are refused. */
async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, blobs, clock }: ResultDependencies,
): Promise<FastifyReply> {
  const query = readQuery(archiveQuerySchema, request);
  if (!query.ok) return sendProblem(reply, query.problem);
  const now = clock.now();
  const found = await readResults(database, personOf(request).accountId, query.value.ids, now);
  const entries: ZipEntry[] = [];
  let bytes = 0;
  for (const { artifactKey: key, isHidden, state, endedAt } of found) {
    if (key === null || isHidden || state !== 'completed') continue;
    const size = await blobs.size(key);
    if (size === undefined) continue;
    bytes += size * 1.001 + ZIP_BYTES_PER_ENTRY;
    entries.push({ name: downloadName(key), modifiedAt: endedAt ?? now, content: () => blobs.read(key) });
  }
  if (entries.length === 0) return sendAbsent(reply);
  if (bytes > ZIP_BYTES_MAX) {
    const message = 'are more than 4 GiB together; choose fewer';
    return sendProblem(reply, invalidRequest([{ path: 'ids', message }]));
  }
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="kinora-${now.toISOString().slice(0, 10)}.zip"`,
    })
    .send(Readable.from(zipArchive(entries), { objectMode: false }));
}

/** The id in the address; of a malformed one, an id that no job has. */
const jobIdOf = ({ params }: FastifyRequest): string => readId((params as OfJob['Params']).jobId) ?? FIRST_ID;

function sendAbsent(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, problem('not_found', 'There is no such result, or it is not yours.'));
}
