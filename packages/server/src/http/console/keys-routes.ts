import {
  changeKeyRequestSchema,
  createKeyRequestSchema,
  type IssuedKeyView,
  keyScopes,
  noFieldsSchema,
  type Problem,
  problem,
  type Result,
  rotateKeyRequestSchema,
} from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { changeKey, endKeyOverlap, revokeNamedKey, rotateNamedKey } from '../../access/keys/change-keys.ts';
import { countIssuedKey } from '../../access/keys/count-issued-key.ts';
import { createKey, type IssuedKey, type KeyOwner } from '../../access/keys/create-key.ts';
import { listKeys } from '../../access/keys/list-keys.ts';
import { networkOf } from '../../access/network.ts';
import { readId } from '../../kernel/ids.ts';
import { logSecurityEvent, type SecurityEvent } from '../../security-log/security-event.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { personOf, type SessionDependencies, unprovenOf } from './session.ts';

type KeyRoute = { Params: { keyId: string } };

/** /keys: the API keys of the signed-in person's account. */
export function keysRoutes(routes: FastifyInstance, dependencies: SessionDependencies): void {
  const { database, clock } = dependencies;
  routes.get('/keys', (request, reply) => sendKeys(request, reply, dependencies));

  routes.post('/keys', async (request, reply) => {
    const read = readBody(createKeyRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { name, scopes = keyScopes, expires_at: expiresAt = null, cap_cents: capCents = null } = read.value;
    const settings = { name, scopes, expiresAt: toDate(expiresAt) ?? null, capCents };
    const tooMany = await countIssuedKey(database, personOf(request).accountId, clock.now());
    if (tooMany !== undefined) return sendProblem(reply, tooMany);
    const created = await createKey(database, ownerOf(request), settings, clock.now());
    return sendIssued(request, reply.code(201), created, dependencies);
  });
  keyRoutes(routes, dependencies);
}

/** /keys/<id>: rotates, changes and revokes a key. */
function keyRoutes(routes: FastifyInstance, dependencies: SessionDependencies): void {
  const { database, clock } = dependencies;

  routes.post<KeyRoute>('/keys/:keyId/rotate', async (request, reply) => {
    const read = readBody(rotateKeyRequestSchema, request.body ?? {});
    if (!read.ok) return sendProblem(reply, read.problem);
    const { overlap_seconds: overlap, expires_at: expiresAt } = read.value;
    const id = readId(request.params.keyId);
    if (id === undefined) return keyNotFound(reply);
    const tooMany = await countIssuedKey(database, personOf(request).accountId, clock.now());
    if (tooMany !== undefined) return sendProblem(reply, tooMany);
    const how = { overlapMs: overlap * 1000, expiresAt: toDate(expiresAt) };
    const rotated = await rotateNamedKey(database, ownerOf(request), id, how, clock.now());
    return sendIssued(request, reply, rotated, dependencies);
  });

  routes.post<KeyRoute>(
    '/keys/:keyId/end-overlap',
    { config: { asks: 'session' } },
    async (request, reply) => {
      const read = readBody(noFieldsSchema, request.body ?? {});
      if (!read.ok) return sendProblem(reply, read.problem);
      const id = readId(request.params.keyId);
      if (id === undefined) return keyNotFound(reply);
      const ended = await endKeyOverlap(database, ownerOf(request), id, clock.now());
      return sendChanged(request, reply, ended, dependencies);
    },
  );

  // The change itself asks for more if it lets the key do more.
  routes.patch<KeyRoute>('/keys/:keyId', { config: { asks: 'session' } }, async (request, reply) => {
    const read = readBody(changeKeyRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { name, scopes, expires_at: expiresAt, cap_cents: capCents } = read.value;
    const id = readId(request.params.keyId);
    if (id === undefined) return keyNotFound(reply);
    const owner = { ...ownerOf(request), unproven: unprovenOf(request, 'recent_proof') };
    const change = { name, scopes, expiresAt: toDate(expiresAt), capCents };
    const changed = await changeKey(database, owner, id, change, clock.now());
    return sendChanged(request, reply, changed, dependencies);
  });

  routes.delete<KeyRoute>('/keys/:keyId', { config: { asks: 'session' } }, async (request, reply) => {
    const id = readId(request.params.keyId);
    if (id === undefined) return keyNotFound(reply);
    const revoked = await revokeNamedKey(database, ownerOf(request), id, clock.now());
    return sendChanged(request, reply, revoked, dependencies);
  });
}

function ownerOf(request: FastifyRequest): KeyOwner {
  return { accountId: personOf(request).accountId, network: networkOf(request.ip) };
}

function toDate(time: string | null | undefined): Date | null | undefined {
  return typeof time === 'string' ? new Date(time) : time;
}

function keyNotFound(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, problem('not_found', 'There is no such key, or it is not yours.'));
}

async function sendKeys(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock }: SessionDependencies,
): Promise<FastifyReply> {
  return reply.send(await listKeys(database, personOf(request).accountId, clock.now()));
}

/** Sends the new key, once. */
async function sendIssued(
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result<IssuedKey, Problem>,
  { database, clock }: SessionDependencies,
): Promise<FastifyReply> {
  if (!result.ok) return sendProblem(reply, result.problem);
  const { issued, event } = result.value;
  logSecurityEvent(request.log, event);
  const { keys } = await listKeys(database, personOf(request).accountId, clock.now());
  const key = keys.find(({ id }) => id === issued.id);
  // Only another request that has revoked it since can be the reason.
  if (key === undefined) return keyNotFound(reply);
  const view: IssuedKeyView = { key, secret: issued.secret };
  return reply.send(view);
}

/** Sends all keys after a change to one. */
async function sendChanged(
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result<{ readonly event: SecurityEvent }, Problem>,
  dependencies: SessionDependencies,
): Promise<FastifyReply> {
  if (!result.ok) return sendProblem(reply, result.problem);
  logSecurityEvent(request.log, result.value.event);
  return sendKeys(request, reply, dependencies);
}
