import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ProblemCode, problemSchema, problems, retryAfterOf, statusOf } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { z } from 'zod';
import {
  buildDocument,
  type DocumentedOperation,
  type OpenApiDocument,
} from '../../src/http/openapi/document.ts';
import type { JsonSchema } from '../../src/http/openapi/json-schema.ts';
import { exampleValue } from '../../src/http/openapi/operation.ts';
import { operations } from '../../src/http/openapi/operations.ts';
import { catalogue } from '../support/default-catalogue.ts';

const document = buildDocument('1.2.3');

describe('the OpenAPI document', () => {
  test('has version 3.1 and the name of the product, and is deterministic', () => {
    assert.equal(document.openapi, '3.1.1');
    assert.equal(document.info.version, '1.0.0');
    assert.equal(document.info['x-product-version'], '1.2.3');
    assert.deepEqual(
      document.servers.map(({ url }) => url),
      ['/'],
    );
    assert.equal(JSON.stringify(buildDocument('1.2.3')), JSON.stringify(document));
  });

  test('has no dangling reference and no unused schema', () => {
    const references = new Set(referencesIn(document));
    const dangling = [...references].filter((reference) => follow(document, reference) === undefined);
    assert.deepEqual(dangling, []);
    const unused = Object.keys(document.components.schemas)
      .map((name) => `#/components/schemas/${name}`)
      .filter((reference) => !references.has(reference));
    assert.deepEqual(unused, []);
  });

  test('gives every operation a unique name, a known tag and its path parameters', () => {
    const documented = documentedOperations();
    assert.equal(new Set(documented.map(({ operation }) => operation.operationId)).size, operations.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { path, operation } of documented) {
      assert.ok(
        operation.tags.every((tag) => tags.includes(tag)),
        `${operation.operationId} has a known tag`,
      );
      const inTemplate = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
      assert.deepEqual(
        declared.map(({ name }) => name),
        inTemplate,
        operation.operationId,
      );
      assert.ok(
        declared.every(({ required }) => required),
        `${operation.operationId}: its path parameters are required`,
      );
    }
  });

  test('requires X-API-Key on every operation except the models, downloads, the claim and the job API, which needs tokens', () => {
    assert.deepEqual(document.components.securitySchemes, {
      ApiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'The key of an account. It is shown once, when it is created.',
      },
      AccessToken: document.components.securitySchemes.AccessToken,
    });
    assert.deepEqual(document.security, [{ ApiKey: [] }]);
    const open = documentedOperations().filter(({ operation }) => operation.security?.length === 0);
    assert.deepEqual(
      open.map(({ operation }) => operation.operationId),
      [
        'listModels',
        'readModel',
        'downloadResult',
        'startClaim',
        'pollClaim',
        'signUp',
        'signIn',
        'signInByCode',
        'readSession',
        'getAccessToken',
        'signOut',
        'requestPasswordReset',
        'resetPassword',
        'downloadMedia',
        'readHealth',
      ],
    );
  });
});

for (const operation of operations) {
  describe(`${operation.method.toUpperCase()} ${operation.path} in the document`, () => {
    const documented = document.paths[operation.path]?.[operation.method] as DocumentedOperation;

    test('has a success response, and a request id on every response', () => {
      const statuses = Object.keys(documented.responses);
      assert.ok(statuses.some((status) => status.startsWith('2')));
      for (const [status, { description, headers }] of Object.entries(documented.responses)) {
        assert.ok(description !== '', status);
        assert.ok('X-Request-Id' in headers, status);
      }
    });

    test('lists each of its problems once, by status and code', () => {
      assert.equal(new Set(operation.problems).size, operation.problems.length);
      for (const code of operation.problems) {
        assert.ok(code in problems, code);
        const response = documented.responses[statusOf(code)];
        assert.ok(response !== undefined, code);
        const schema = response.content?.['application/json']?.schema;
        if (operation.jobApi !== undefined) {
          assert.equal(schema?.$ref, '#/components/schemas/JobApiError', code);
          assert.ok(response.description.includes(problems[code].meaning), code);
          continue;
        }
        const refs = schema?.oneOf ?? [schema];
        assert.ok(response.description.includes(`\`${code}\``), code);
        const codes = refs.map((one) => constOf(document, one?.$ref));
        assert.ok(codes.includes(code), `${code} is among ${codes}`);
        if (retryAfterOf({ code, message: '' }) !== undefined) {
          assert.ok('Retry-After' in response.headers, `${code} has Retry-After`);
        }
      }
      const refused = Object.keys(documented.responses).filter((status) => Number(status) >= 400);
      const expected = [
        ...new Set([
          ...operation.problems.map(statusOf),
          ...operation.responses.map(({ status }) => status).filter((status) => status >= 400),
        ]),
      ];
      assert.deepEqual(refused.map(Number), expected.sort());
    });

    test('has examples that its schemas accept', () => {
      const { request, responses } = operation;
      for (const example of request?.examples ?? []) z.parse(request?.schema ?? z.never(), example.value);
      for (const { schema, examples = [] } of responses) {
        if (schema !== undefined) assert.ok(examples.length > 0, 'a JSON response has an example');
        // Equal, because the document forbids every field that Zod leaves out.
        for (const example of examples) {
          const value = exampleValue(example, catalogue);
          assert.deepEqual(z.parse(schema ?? z.never(), value), value);
        }
      }
    });
  });
}

test('the table gives every code a status, a meaning and, for 429 and 503, a Retry-After', () => {
  verifies('DEC-ERROR-09');
  for (const code of Object.keys(problems) as ProblemCode[]) {
    const { status, meaning } = problems[code];
    assert.ok(status >= 400 && status < 600, code);
    assert.match(meaning, /\.$/, code);
    if (status === 429 || status === 503) {
      assert.ok((retryAfterOf({ code, message: '' }) ?? 0) >= 1, `${code} has a Retry-After`);
    }
    assert.equal(problemSchema(code).shape.code?.safeParse(code).success, true, code);
  }
});

test('the 503 codes of the contract are in the table, each with its status', () => {
  verifies('V1-ERROR-09');
  const temporary = Object.entries(problems)
    .filter(([, { status }]) => status === 503)
    .map(([code]) => code);
  assert.deepEqual(temporary.sort(), [
    'billing_verification_unavailable',
    'claims_busy',
    'mode_prompt_unavailable',
    'mode_temporarily_unavailable',
    'mode_unavailable',
    // Our addition.
    'model_unavailable',
    'overage_temporarily_unavailable',
    // Our additions.
    'storage_full',
    'store_unavailable',
    'usage_unavailable',
    'video_validation_unavailable',
    'workers_unavailable',
    // Ours too.
    'zero_retention_too_slow',
  ]);
});

test('the job API is described at its version, and needs a token except for health', () => {
  verifies('JOB-VERSION-01');
  const { description = '' } = document.tags.find(({ name }) => name === 'Job-API') ?? {};
  assert.match(description, /^The job API, version 1\.0\.0:/);
  const { AccessToken: scheme } = document.components.securitySchemes;
  assert.deepEqual(
    { ...(scheme as object), description: '' },
    {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: '',
    },
  );
  const secured = documentedOperations().filter(({ operation }) => operation.security?.length === 1);
  assert.deepEqual(
    secured.map(({ path, operation }) => [path, operation.security]),
    secured.map(({ path }) => [path, [{ AccessToken: [] }]]),
  );
  assert.deepEqual(
    new Set(secured.map(({ path }) => path)),
    new Set(['/me', '/quote', '/generate', '/job/{job_id}', '/job/{job_id}/events', '/jobs', '/report']),
  );
});

test('the Zod bounds reach the document', () => {
  const {
    properties = {},
    required,
    additionalProperties,
  } = document.components.schemas.ImageGenerateRequest ?? {};
  assert.deepEqual(required, ['prompt']);
  assert.equal(additionalProperties, false);
  assert.deepEqual(
    {
      minimum: properties.width?.minimum,
      maximum: properties.width?.maximum,
      description: properties.width?.description,
    },
    { minimum: 256, maximum: 2048, description: 'Pixels. Default `1024`.' },
  );
  assert.equal(properties.prompt?.maxLength, 2000);
  const { mode } = document.components.schemas.VideoGenerateRequest?.properties ?? {};
  assert.deepEqual(mode?.enum, ['fast', 'quality', 'cinema']);
});

test('responses and requests are described as generators of clients need it', () => {
  verifies('DEC-OPENAPI-02');
  for (const { operation } of documentedOperations()) {
    const { operationId, requestBody, parameters, responses } = operation;
    for (const [status, { content = {} }] of Object.entries(responses)) {
      const types = Object.keys(content);
      assert.ok(
        types.length === 1 || !types.includes('application/json'),
        `${operationId} ${status}: ${types}`,
      );
    }
    const inputs = [requestBody?.content['application/json'], ...parameters].map((one) => one?.schema ?? {});
    const reached = inputs.flatMap((schema) => [schema, follow(document, schema.$ref ?? '#/nowhere')]);
    assert.doesNotMatch(JSON.stringify(reached), /"default":/, operationId);
  }
  const { schemas } = document.components;
  const requests = new Set(
    documentedOperations().map(
      ({ operation }) => operation.requestBody?.content['application/json']?.schema.$ref,
    ),
  );
  for (const [name, schema] of Object.entries(schemas)) {
    const isRequest = requests.has(`#/components/schemas/${name}`);
    assert.equal(schema.additionalProperties === false, isRequest, name);
    for (const { $ref } of schema.oneOf ?? [])
      assert.ok($ref !== undefined, `${name} has an unnamed alternative`);
    const values = (schema.oneOf ?? []).flatMap(({ $ref }) =>
      valuesOf($ref, schema.discriminator?.propertyName),
    );
    assert.deepEqual(Object.keys(schema.discriminator?.mapping ?? {}), values, name);
  }
});

test('every schema is used by a path, also those of webhooks, which generators of 3.0 do not read', () => {
  verifies('DEC-OPENAPI-02');
  const reached = new Set(referencesIn(document.paths));
  for (const reference of reached) {
    for (const next of referencesIn(follow(document, reference))) reached.add(next);
  }
  const unreached = Object.keys(document.components.schemas).filter(
    (name) => !reached.has(`#/components/schemas/${name}`),
  );
  assert.deepEqual(unreached, []);
});

function valuesOf(reference = '', field = ''): unknown[] {
  const { properties = {} } = follow(document, reference) as JsonSchema;
  return properties[field]?.enum ?? [properties[field]?.const];
}

function documentedOperations(): { path: string; operation: DocumentedOperation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  );
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' || (key !== 'description' && typeof inner === 'string' && inner.startsWith('#/'))
      ? [String(inner)]
      : referencesIn(inner),
  );
}

function follow(from: OpenApiDocument, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((place, key) => (place as Record<string, unknown> | undefined)?.[key], from);
}

function constOf(from: OpenApiDocument, reference: string | undefined): unknown {
  const schema = follow(from, reference ?? '#/nowhere') as { properties?: { code?: { const?: unknown } } };
  return schema?.properties?.code?.const;
}
