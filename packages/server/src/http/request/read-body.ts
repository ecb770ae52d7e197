import { invalidRequest, type Problem, type Result, readFields, refused } from '@kinora/contract';
import type { z } from 'zod';

const EMPTY = invalidRequest([{ path: '', message: 'the body is empty; send a JSON object' }]);

/** Reads the body of a request by its schema. Problem: `invalid_request`. */
export function readBody<Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
): Result<z.output<Schema>, Problem> {
  return body === undefined ? refused(EMPTY) : readFields(schema, body);
}
