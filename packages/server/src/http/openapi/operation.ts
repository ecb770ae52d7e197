import { jobApiVersion, type ProblemCode } from '@kinora/contract';
import type { z } from 'zod';
import type { Catalogue } from '../../catalogue/catalogue.ts';

/** The operations as data, from which the OpenAPI document and the reference page are rendered. */

export const tags = {
  Generate: 'Request images and videos. The price is reserved when a request is accepted.',
  Jobs: 'Poll a job, download its result, delete it.',
  Access: 'Get a key from a terminal, with a browser for paying and approving.',
  Account: 'Usage, charges and balance.',
  Webhooks: 'Events of your account, posted to your server.',
  'Sign-in':
    'Accounts of people, for the job API. The session is kept in a cookie; an access token is issued to it.',
  'Job-API': `The job API, version ${jobApiVersion}: for people who sign in, on the free, Pro or Max tier. It needs an access token instead of a key, and its jobs cost credits of the tier, not money.`,
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
  /** A short title, such as "A square image". */
  readonly title: string;
  /** Where it has what is sold, it is made from the catalogue. */
  readonly value: unknown;
}

/** The value of an example of a service that sells this. */
export function exampleValue({ value }: Example, sold: Catalogue): unknown {
  return typeof value === 'function' ? value(sold) : value;
}

export interface Header {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodType;
}

interface OperationResponse {
  readonly status: number;
  readonly description: string;
  /** The schema of a JSON body. */
  readonly schema?: z.ZodType;
  readonly examples?: readonly Example[];
  /** The media types of a binary body, which with zero retention takes the place of the JSON body. */
  readonly media?: readonly string[];
  readonly headers?: readonly Header[];
}

export interface Operation {
  /** Is in camel case; becomes the method name in a generated client. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'delete';
  /** Relative to the API's base address, or to the origin if `atOrigin` is set. */
  readonly path: string;
  readonly atOrigin?: true;
  readonly tag: Tag;
  readonly summary: string;
  /** Paragraphs of plain text, with `code` between backticks. */
  readonly description: readonly string[];
  readonly needsKey: boolean;
  /** Set for the job API, whose errors have no codes; most of it needs an access token. */
  readonly jobApi?: { readonly needsToken: boolean };
  readonly parameters: readonly Parameter[];
  readonly request?: { readonly schema: z.ZodType; readonly examples: readonly Example[] };
  readonly responses: readonly OperationResponse[];
  /** The events that follow: the field of the request that has their address, and their schema. */
  readonly events?: { readonly addressField: string; readonly schema: z.ZodType };
  readonly problems: readonly ProblemCode[];
  /** The command line of the example, if it cannot be derived from the other fields. */
  readonly curl?: string;
}
