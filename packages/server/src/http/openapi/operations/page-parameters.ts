import { itemsPerPageMax } from '@kinora/contract';
import { z } from 'zod';
import type { Parameter } from '../operation.ts';

/** The query of a list in pages; `items` are what a page has, such as `Jobs`. */
export function pageParameters(items: string): readonly Parameter[] {
  return [
    {
      name: 'limit',
      in: 'query',
      required: false,
      description: `${items} of a page.`,
      schema: z.int().min(1).max(itemsPerPageMax).default(20),
    },
    {
      name: 'cursor',
      in: 'query',
      required: false,
      description: 'The `next_cursor` of the previous page.',
      schema: z.uuid(),
    },
  ];
}
