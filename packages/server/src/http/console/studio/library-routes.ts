import {
  collectionChangeSchema,
  collectionsMax,
  invalidRequest,
  libraryNameSchema,
  type Problem,
  problem,
  promptQuerySchema,
  type RecentPrompts,
  type StudioCollections,
  type StudioTemplates,
  templateBodySchema,
  templatesMax,
} from '@kinora/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../../db/database.ts';
import {
  changeCollection,
  createCollection,
  deleteCollection,
  FAVOURITES,
  listCollections,
  renameCollection,
} from '../../../jobs/library/collections.ts';
import { listRecentPrompts } from '../../../jobs/library/recent-prompts.ts';
import {
  deleteTemplate,
  listTemplates,
  renameTemplate,
  saveTemplate,
} from '../../../jobs/library/templates.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { FIRST_ID, readId } from '../../../kernel/ids.ts';
import { readPage } from '../../../kernel/read-page.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { readQuery } from '../../request/read-query.ts';
import { personOf } from '../session.ts';

export interface LibraryDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

type Named = { Params: { id: string } };
const OF_SESSION = { config: { asks: 'session' } } as const;

/** What a person makes of the studio's results and drafts: collections, recent prompts and templates. */
export function libraryRoutes(routes: FastifyInstance, dependencies: LibraryDependencies): void {
  collectionRoutes(routes, dependencies);
  templateRoutes(routes, dependencies);
  const { database, clock } = dependencies;
  routes.get('/studio/prompts', async (request, reply) => {
    const query = readQuery(promptQuerySchema, request);
    if (!query.ok) return sendProblem(reply, query.problem);
    const { q: search, limit, cursor: before } = query.value;
    const { accountId } = personOf(request);
    const { shown, next } = await readPage(limit, (rows) =>
      listRecentPrompts(database, accountId, { search, before, limit: rows }, clock.now()),
    );
    const view: RecentPrompts = {
      prompts: shown.map(({ id, prompt, createdAt }) => ({
        job_id: id,
        prompt,
        created_at: createdAt.toISOString(),
      })),
      ...next,
    };
    return reply.send(view);
  });
}

function collectionRoutes(routes: FastifyInstance, { database, clock }: LibraryDependencies): void {
  routes.get('/studio/collections', async (request, reply) => {
    const view: StudioCollections = {
      collections: await listCollections(database, personOf(request).accountId),
    };
    return reply.send(view);
  });

  routes.post('/studio/collections', OF_SESSION, async (request, reply) => {
    const body = readBody(libraryNameSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { accountId } = personOf(request);
    const created = await createCollection(database, accountId, body.value.name, clock.now());
    return created === 'full' ? sendProblem(reply, full('collections', collectionsMax)) : reply.send(created);
  });

  routes.patch<Named>('/studio/collections/:id', OF_SESSION, async (request, reply) => {
    const body = readBody(libraryNameSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { accountId } = personOf(request);
    return sendDone(
      reply,
      await renameCollection(database, accountId, idOf(request.params), body.value.name),
    );
  });

  routes.delete<Named>('/studio/collections/:id', OF_SESSION, async (request, reply) =>
    sendDone(reply, await deleteCollection(database, personOf(request).accountId, idOf(request.params))),
  );

  routes.post<Named>('/studio/collections/:id/results', OF_SESSION, async (request, reply) => {
    const body = readBody(collectionChangeSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { accountId } = personOf(request);
    const id = request.params.id === FAVOURITES ? FAVOURITES : idOf(request.params);
    return sendDone(reply, await changeCollection(database, accountId, id, body.value, clock.now()));
  });
}

function templateRoutes(routes: FastifyInstance, { database, clock }: LibraryDependencies): void {
  routes.get('/studio/templates', async (request, reply) => {
    const view: StudioTemplates = { templates: await listTemplates(database, personOf(request).accountId) };
    return reply.send(view);
  });

  routes.post('/studio/templates', OF_SESSION, async (request, reply) => {
    const body = readBody(templateBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const saved = await saveTemplate(database, personOf(request).accountId, body.value, clock.now());
    return saved === 'full' ? sendProblem(reply, full('templates', templatesMax)) : reply.send(saved);
  });

  routes.patch<Named>('/studio/templates/:id', OF_SESSION, async (request, reply) => {
    const body = readBody(libraryNameSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { accountId } = personOf(request);
    return sendDone(reply, await renameTemplate(database, accountId, idOf(request.params), body.value.name));
  });

  routes.delete<Named>('/studio/templates/:id', OF_SESSION, async (request, reply) =>
    sendDone(reply, await deleteTemplate(database, personOf(request).accountId, idOf(request.params))),
  );
}

/** The id in the address; of a malformed one, an id that nothing has. */
const idOf = ({ id }: Named['Params']): string => readId(id) ?? FIRST_ID;

const full = (what: string, limit: number): Problem =>
  invalidRequest([
    { path: '', message: `there are ${limit} ${what}, as many as an account may have; delete one first` },
  ]);

function sendDone(reply: FastifyReply, isDone: boolean): FastifyReply {
  if (isDone) return reply.code(204).send();
  return sendProblem(reply, problem('not_found', 'It does not exist any more, or it is not yours.'));
}
