import { z } from 'zod';
import type { Header } from '../operation.ts';

/** The headers that show the limit of generate calls. */
export const callLimitHeaders: readonly Header[] = [
  {
    name: 'RateLimit',
    description:
      'The generate calls that are left (`r`), and in how many seconds the oldest ones no longer count (`t`), such as `"calls";r=19;t=61`. Errors have it too, unless they occur before the limit is read.',
    schema: z.string().regex(/^"calls";r=\d+;t=\d+$/),
  },
  {
    name: 'RateLimit-Policy',
    description:
      'The generate calls that are allowed (`q`) in so many seconds (`w`), such as `"calls";q=20;w=60`.',
    schema: z.string().regex(/^"calls";q=\d+;w=60$/),
  },
];
