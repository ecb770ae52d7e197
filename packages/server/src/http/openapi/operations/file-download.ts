import { z } from 'zod';
import type { Parameter } from '../operation.ts';

/** The headers with which a client requests a part of a file, or the file on a condition. */
export const fileParameters: readonly Parameter[] = [
  {
    name: 'Range',
    in: 'header',
    required: false,
    description: 'One range of bytes, such as `bytes=0-1023`.',
    schema: z.string(),
  },
  {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the file that the client has: the same file gets 304.',
    schema: z.string(),
  },
  {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the file that the client expects: another file gets 412.',
    schema: z.string(),
  },
];

export const notModified = { status: 304, description: 'The client has the file already. No body.' } as const;

/** The responses to conditional requests, and to ranges, that have no file. */
export const withoutFile = [
  notModified,
  { status: 412, description: 'The file is not the one that `If-Match` names. No body.' },
  { status: 416, description: 'The range is outside the file. No body.' },
] as const;
