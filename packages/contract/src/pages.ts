import { z } from 'zod';

/** The query of a list in pages, newest first. */

export const itemsPerPageMax = 100;

export const pageLimitSchema = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, `must be a whole number from 1 to ${itemsPerPageMax}`)
  .transform(Number)
  .refine((limit) => limit <= itemsPerPageMax, `must be a whole number from 1 to ${itemsPerPageMax}`)
  .default(20);

export const pageCursorSchema = z.uuid('must be the next_cursor of a page');
