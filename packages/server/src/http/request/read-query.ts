import { invalidRequest, type Problem, type Result, readFields, refused } from '@kinora/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

/** An address may have thousands of parameters; the response lists the first ones. */
const MAX_SHOWN = 20;

/**
 * Reads the parameters of an address by their schema. One that is given twice is an issue whatever its values are: the
 * caller would not know which of them counts. Problem: `invalid_request`.
 */
export function readQuery<Schema extends z.ZodObject>(
  schema: Schema,
  request: FastifyRequest,
): Result<z.output<Schema>, Problem> {
  const query = { ...(request.query as object) };
  // The parser makes an array of the values of a parameter that is given twice, and only then.
  const repeated = Object.entries(query).filter(([, value]) => Array.isArray(value));
  if (repeated.length === 0) return readFields(schema, query);
  const message = 'is given twice; send it once';
  return refused(invalidRequest(repeated.slice(0, MAX_SHOWN).map(([path]) => ({ path, message }))));
}

/** A parameter of a page that people open: the first one if it is given twice, as the forms of these pages are read. */
export function firstParameter(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}
