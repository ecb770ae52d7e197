import { jobApiVersion, type ProblemCode } from '@kinora/contract';
import type { z } from 'zod';

/** The interfaces as data: the OpenAPI document and the reference page are made of it. */

export const tags = {
  Generate: 'Ask for pictures and clips. A request is paid for when it is accepted.',
  Jobs: 'Follow a job to its end, fetch what it made, delete it.',
  Access: 'Come by a key from a terminal, with a browser to pay and approve in.',
  Account: 'What was used, what it cost and what is left.',
  'Job-API': `The job API, version ${jobApiVersion}: for people who sign in, on a tier that is free, Pro or Max. It takes an access token instead of a key, and its jobs cost credits of the tier and no money.`,
} as const;

export type Tag = keyof typeof tags;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: z.ZodType;
}

export interface Example {
  /** In the words of a menu: "a square picture". */
  readonly title: string;
  readonly value: unknown;
}

export interface Header {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodType;
}

interface Success {
  readonly status: number;
  readonly description: string;
  /** JSON, if the answer is JSON. */
  readonly schema?: z.ZodType;
  readonly examples?: readonly Example[];
  /** Media types of an answer that is bytes. */
  readonly media?: readonly string[];
  readonly headers?: readonly Header[];
}

export interface Operation {
  /** In camel case: the name of the method in a generated client. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'delete';
  /** Below the API's base address, or below the origin where `atOrigin` says so. */
  readonly path: string;
  readonly atOrigin?: true;
  readonly tag: Tag;
  readonly summary: string;
  /** Paragraphs of plain text; `code` stands between backticks. */
  readonly description: readonly string[];
  readonly needsKey: boolean;
  /** Of the job API, which refuses without codes; most of it needs an access token. */
  readonly jobApi?: { readonly needsToken: boolean };
  readonly parameters: readonly Parameter[];
  readonly request?: { readonly schema: z.ZodType; readonly examples: readonly Example[] };
  readonly answers: readonly Success[];
  readonly problems: readonly ProblemCode[];
  /** The example's command line, where it does not follow from the rest. */
  readonly curl?: string;
}
