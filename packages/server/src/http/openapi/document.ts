import {
  jobApiErrorSchema,
  jobApiVersion,
  noFieldsSchema,
  type ProblemCode,
  problemSchema,
  problems,
  retryAfterOf,
  statusOf,
  webhookEventSchema,
} from '@kinora/contract';
import type { z } from 'zod';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { readDefaultCatalogue } from '../../catalogue/default-catalogue.ts';
import { addComponent, type Components, type JsonSchema, toJsonSchema } from './json-schema.ts';
import {
  type Example,
  exampleValue,
  type Header,
  type Operation,
  type Parameter,
  tags,
} from './operation.ts';
import { operations } from './operations.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly unknown[];
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly unknown[];
  readonly parameters: readonly DocumentedParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
  readonly callbacks?: Readonly<Record<string, unknown>>;
}

interface DocumentedParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

interface DocumentedResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

type Content = Readonly<
  Record<string, { readonly schema: JsonSchema; readonly examples?: Readonly<Record<string, unknown>> }>
>;

const KEY_SCHEME = 'ApiKey';
const TOKEN_SCHEME = 'AccessToken';

const ABOUT = `Images and videos with sound, from a prompt.

Generation is asynchronous: a generate call returns a job, the client polls the job, and a completed job has a signed download link. Every request needs an API key in \`X-API-Key\` and a \`User-Agent\` that names your application; the default of an HTTP library is rejected.

Bodies are strict JSON: types are not coerced, and an unknown field is rejected. Every error is \`{"error": "<sentence>", "code": "<code>"}\` with the additional fields of its code. Every response has \`X-Request-Id\`.

The job API (\`/me\`, \`/quote\`, \`/generate\`, \`/job\`, \`/jobs\`, \`/health\`, \`/report\`) is a second interface to the same workers: for people who sign in, with an access token. Its errors are sentences without a code.`;

/**
 * The OpenAPI document of all operations, for a service that sells this; the same product version and catalogue give the same
 * document. Its own version is that of the interfaces.
 */
export function buildDocument(version: string, sold: Catalogue = readDefaultCatalogue()): OpenApiDocument {
  const components: Components = new Map();
  const { service } = sold.document;
  const paths: Record<string, Record<string, DocumentedOperation>> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    path[operation.method] = documentOperation(operation, components, sold);
    paths[operation.path] = path;
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${service.name} API`,
      version: jobApiVersion,
      'x-product-version': version,
      summary: 'Images and videos with sound, from a prompt.',
      description: ABOUT,
      ...(service.terms_url !== null && { termsOfService: service.terms_url }),
      ...(service.support !== null && { contact: contactOf(service.name, service.support) }),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // Those of files and of sign-in are served at the root alone, and few generated clients know an address per operation.
    servers: [{ url: '/', description: 'This service. v1 and the job API are also served below /api.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ [KEY_SCHEME]: [] }],
    webhooks: { event: documentEvent('receiveEvent', webhookEventSchema, components) },
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      headers: sharedHeaders,
      securitySchemes: {
        [KEY_SCHEME]: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'The key of an account. It is shown once, when it is created.',
        },
        [TOKEN_SCHEME]: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'Valid for 15 minutes, while its session lasts. Sign in with POST /api/auth/sign-in/email, then get a token with GET /api/auth/token and the session cookie.',
        },
      },
    },
  };
}

function contactOf(name: string, support: string): object {
  return support.includes('://') ? { name, url: support } : { name, email: support };
}

/** What this service sends: one kind of request, in the format of Standard Webhooks. */
function documentEvent(operationId: string, schema: z.ZodType, components: Components): object {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    post: {
      operationId,
      tags: ['Webhooks'],
      summary: 'Receive an event',
      description:
        'Posted to the address of the account, or to the `webhook_url` of an order. Verify the signature with a library for Standard Webhooks before you read the body.',
      security: [],
      parameters: [
        header('webhook-id', 'The id of the event: the same in every attempt.'),
        header('webhook-timestamp', 'When the attempt was made, in Unix seconds.'),
        header('webhook-signature', 'A signature for each secret in use, separated by spaces.'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toJsonSchema(schema, 'output', components) } },
      },
      responses: {
        '2XX': { description: 'Delivered.' },
        '410': { description: 'Nothing more is sent to this address.' },
      },
    },
  };
}

const sharedHeaders = {
  'X-Request-Id': {
    description: 'The id of the request; quote it in support requests.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
  },
};

function documentOperation(
  operation: Operation,
  components: Components,
  sold: Catalogue,
): DocumentedOperation {
  const { request, events } = operation;
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description.join('\n\n'),
    ...(!operation.needsKey && {
      security: operation.jobApi?.needsToken ? [{ [TOKEN_SCHEME]: [] }] : [],
    }),
    parameters: operation.parameters.map((parameter) => documentParameter(parameter, components)),
    ...(request && {
      requestBody: {
        // A body without fields may be left out.
        required: request.schema !== noFieldsSchema,
        content: {
          'application/json': {
            schema: toJsonSchema(request.schema, 'input', components),
            examples: documentExamples(request.examples, sold),
          },
        },
      },
    }),
    responses: documentResponses(operation, components, sold),
    ...(events && {
      callbacks: {
        event: {
          [`{$request.body#/${events.addressField}}`]: documentEvent(
            `${operation.id}Event`,
            events.schema,
            components,
          ),
        },
      },
    }),
  };
}

function documentParameter(
  { name, in: place, required, description, schema }: Parameter,
  components: Components,
): DocumentedParameter {
  return { name, in: place, required, description, schema: toJsonSchema(schema, 'input', components) };
}

function documentResponses(
  operation: Operation,
  components: Components,
  sold: Catalogue,
): Record<string, DocumentedResponse> {
  const responses: Record<string, DocumentedResponse> = {};
  for (const response of operation.responses) {
    const content = documentContent(response, components, sold);
    responses[response.status] = {
      description: response.description,
      headers: documentHeaders(response.headers ?? [], components),
      ...(content && { content }),
    };
  }
  for (const [status, codes] of codesByStatus(operation.problems)) {
    responses[status] = operation.jobApi
      ? documentJobApiErrors(codes, components)
      : documentProblems(codes, components);
  }
  return responses;
}

/** JSON alone, also where zero retention answers with bytes: in generated clients a response of two types has none. */
function documentContent(
  { schema, examples = [], media }: Operation['responses'][number],
  components: Components,
  sold: Catalogue,
): Content | undefined {
  if (schema === undefined) {
    // OpenAPI 3.1 describes bytes by a media type with an empty schema.
    return (
      media &&
      Object.fromEntries(media.map((type) => [type, { schema: isText(type) ? { type: 'string' } : {} }]))
    );
  }
  return {
    'application/json': {
      schema: toJsonSchema(schema, 'output', components),
      examples: documentExamples(examples, sold),
    },
  };
}

const isText = (type: string): boolean => type.startsWith('text/');

/** The codes of an operation by status, both in the order of the problem table. */
export function codesByStatus(codes: readonly ProblemCode[]): ReadonlyMap<number, readonly ProblemCode[]> {
  const inTable = (Object.keys(problems) as ProblemCode[]).filter((code) => codes.includes(code));
  return Map.groupBy(inTable, statusOf);
}

/** Problems that share a status are distinguished by their code. */
function documentProblems(codes: readonly ProblemCode[], components: Components): DocumentedResponse {
  const refs = codes.map((code) => {
    const schema = toJsonSchema(problemSchema(code), 'output', components);
    return [code, addComponent(components, problemName(code), schema)] as const;
  });
  const mapping = Object.fromEntries(refs.map(([code, { $ref = '' }]) => [code, $ref]));
  const schemas = refs.map(([, ref]) => ref);
  const [only] = schemas;
  const retries = codes.some((code) => retryAfterOf({ code, message: '' }) !== undefined);
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].meaning}`).join('\n\n'),
    headers: documentHeaders([], components, retries),
    content: {
      'application/json': {
        schema:
          only !== undefined && schemas.length === 1
            ? only
            : { oneOf: schemas, discriminator: { propertyName: 'code', mapping } },
      },
    },
  };
}

/** Errors of the job API are distinguished by their status alone. */
function documentJobApiErrors(codes: readonly ProblemCode[], components: Components): DocumentedResponse {
  const retries = codes.some((code) => retryAfterOf({ code, message: '' }) !== undefined);
  return {
    description: codes.map((code) => problems[code].meaning).join('\n\n'),
    headers: documentHeaders([], components, retries),
    content: { 'application/json': { schema: toJsonSchema(jobApiErrorSchema, 'output', components) } },
  };
}

/** `balance_insufficient` becomes `ProblemBalanceInsufficient`. */
function problemName(code: ProblemCode): string {
  return `Problem_${code}`.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function documentHeaders(
  headers: readonly Header[],
  components: Components,
  retries = false,
): Record<string, unknown> {
  const shared = retries ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id'];
  return Object.fromEntries([
    ...shared.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ...headers.map(({ name, description, schema }) => [
      name,
      { description, schema: toJsonSchema(schema, 'output', components) },
    ]),
  ]);
}

function documentExamples(examples: readonly Example[], sold: Catalogue): Record<string, unknown> {
  return Object.fromEntries(
    examples.map((example) => [
      example.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
      { summary: example.title, value: exampleValue(example, sold) },
    ]),
  );
}
