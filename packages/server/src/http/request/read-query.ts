import { invalidRequest, type Problem, type Result, refused } from '@kinora/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { readBody } from './read-body.ts';

/** Reads the parameters of an address as `readBody` reads a body; none may be given twice. Problem: `invalid_request`. */
export function readQuery<Schema extends z.ZodObject>(
  schema: Schema,
  request: FastifyRequest,
): Result<z.output<Schema>, Problem> {
  const query = { ...(request.query as Record<string, unknown>) };
  const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
  if (repeated.length === 0) return readBody(schema, query);
  return refused(invalidRequest(repeated.map((path) => ({ path, message: 'is given twice' }))));
}
