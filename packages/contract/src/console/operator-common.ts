import { z } from 'zod';
import { operatorReasonMax, operatorReasonMin } from '../limits.ts';

/** Why an operator does something; the audit log keeps it with who did it. */
export const operatorReasonSchema = z
  .string()
  .trim()
  .min(operatorReasonMin, `must say why, in at least ${operatorReasonMin} characters`)
  .max(operatorReasonMax, `must have at most ${operatorReasonMax} characters`);

/** A time, as ISO 8601 in UTC. */
export const isoTimeSchema = z.iso.datetime('must be a time in UTC, such as 2026-03-01T12:00:00Z');

/** The body of an action that needs only its reason. */
export const operatorReasonBodySchema = z.strictObject({ reason: operatorReasonSchema });
