import {
  type AppliedPrices,
  applyPricesBodySchema,
  invalidField,
  invalidRequest,
  type OperatorPrices,
  ok,
  type Problem,
  previewPricesBodySchema,
  problem,
  type Result,
  refused,
  topUpAmountsUsd,
  withdrawPricesBodySchema,
} from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import {
  applyCatalogue,
  type NextCatalogue,
  type RefusedCatalogue,
  withdrawCatalogue,
} from '../../../catalogue/apply-catalogue.ts';
import { readStarted } from '../../../catalogue/catalogue-versions.ts';
import { checkCatalogue } from '../../../catalogue/check-catalogue.ts';
import type { OpenCatalogue } from '../../../catalogue/open-catalogue.ts';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { DescribedSetting } from '../../../operator/describe-settings.ts';
import { warnOfPrices } from '../../../operator/margin/warn-of-prices.ts';
import { recordAction } from '../../../operator/operator-action.ts';
import { previewPrices } from '../../../operator/preview-prices.ts';
import type { SecurityEvent } from '../../../security-log/security-event.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { personOf } from '../session.ts';
import { operatorOf, sendAction } from './acting-operator.ts';

export interface PriceRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly catalogue: OpenCatalogue;
  /** The file that the configuration names: only that is changed then. */
  readonly catalogueFile: string | undefined;
  readonly settings: readonly DescribedSetting[];
}

/** A catalogue of 200 models with every field. */
const WHOLE_CATALOGUE = { bodyLimit: 1024 * 1024 };

const CHANGED = problem(
  'changed_meanwhile',
  'Another version of the catalogue was applied or withdrawn meanwhile. Reload the page and make your changes again.',
);

/** GET /prices; POST /prices/preview, /prices and /prices/withdraw. */
export function priceRoutes(routes: FastifyInstance, dependencies: PriceRouteDependencies): void {
  const { database, clock, catalogue, catalogueFile } = dependencies;
  const readOnly = catalogueFile === undefined ? undefined : inFile(catalogueFile);

  routes.get('/prices', async (_request, reply) => reply.send(await viewPrices(dependencies)));

  routes.post('/prices/preview', WHOLE_CATALOGUE, async (request, reply) => {
    const body = readBody(previewPricesBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const next = readNext(body.value);
    if (!next.ok) return sendProblem(reply, next.problem);
    const preview = await previewPrices(database, next.value, clock.now());
    return 'reason' in preview ? sendProblem(reply, problemOf(preview)) : reply.send(preview);
  });

  routes.post('/prices', WHOLE_CATALOGUE, async (request, reply) => {
    if (readOnly !== undefined) return sendProblem(reply, readOnly);
    const body = readBody(applyPricesBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const next = readNext(body.value);
    if (!next.ok) return sendProblem(reply, next.problem);
    let event: SecurityEvent | undefined;
    const applied = await applyCatalogue(database, clock, {
      ...next.value,
      appliedBy: personOf(request).email,
      record: async (tx, { version, startsAt, changes }) => {
        const { reason } = body.value;
        const details = { version, changes: changes.length, starts_at: startsAt.toISOString(), reason };
        const action = { kind: 'prices_changed', accountId: null, details } as const;
        event = await recordAction(tx, operatorOf(request), action, clock.now());
      },
    });
    if (!applied.applied) return sendProblem(reply, problemOf(applied));
    await catalogue.refresh();
    const { version, startsAt } = applied;
    const answer: AppliedPrices = { version, starts_at: startsAt.toISOString() };
    return sendAction(request, reply, ok(event), () => answer);
  });

  routes.post('/prices/withdraw', async (request, reply) => {
    if (readOnly !== undefined) return sendProblem(reply, readOnly);
    const body = readBody(withdrawPricesBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    let event: SecurityEvent | undefined;
    const versions = await withdrawCatalogue(
      database,
      clock,
      async (tx, withdrawn) => {
        const details = { version: withdrawn.join(', '), reason: body.value.reason };
        const action = { kind: 'prices_withdrawn', accountId: null, details } as const;
        event = await recordAction(tx, operatorOf(request), action, clock.now());
      },
      body.value.base_version,
    );
    await catalogue.refresh();
    return sendAction(request, reply, versions.length === 0 ? refused(CHANGED) : ok(event));
  });
}

/** A change in the database would be lost from the file. */
function inFile(name: string): Problem {
  const message = `What is sold comes from ${name}, which KINORA_CATALOGUE names. Change that file and restart the servers.`;
  return problem('catalogue_in_file', message);
}

/** A document may be wrong in as many places as it has fields. */
const FAULTS_SHOWN = 50;

function readNext({
  document,
  base_version: baseVersion,
  starts_at: startsAt,
}: z.infer<typeof previewPricesBodySchema>): Result<NextCatalogue, Problem> {
  const checked = checkCatalogue(parseJson(document));
  if (checked.ok) {
    const start = startsAt === null ? undefined : new Date(startsAt);
    return ok({ document: checked.document, baseVersion, startsAt: start });
  }
  const issues = checked.faults.slice(0, FAULTS_SHOWN).map(({ path, message }) => ({
    path: ['document', ...path].join('.'),
    message,
  }));
  return refused(invalidRequest(issues));
}

/** What is no JSON stays a text, which is no catalogue. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function problemOf(refusal: RefusedCatalogue): Problem {
  switch (refusal.reason) {
    case 'changed_meanwhile':
      return CHANGED;
    case 'unchanged':
      return invalidField('document', 'changes nothing');
    case 'refused':
      return invalidField(
        refusal.field === 'starts_at' ? 'starts_at' : `document.${refusal.field}`,
        refusal.message,
      );
  }
}

async function viewPrices({
  database,
  clock,
  catalogueFile,
  settings,
}: PriceRouteDependencies): Promise<OperatorPrices> {
  const versions = await readStarted(database, clock.now());
  const inForce = versions[0]?.catalogue.document;
  return {
    versions: versions.map(({ version, startsAt, appliedBy, catalogue }) => ({
      version,
      starts_at: startsAt.toISOString(),
      applied_by: appliedBy,
      document: catalogue.document,
    })),
    catalogue_file: catalogueFile ?? null,
    top_ups_usd: [...topUpAmountsUsd],
    below_cost: inForce === undefined ? [] : await warnOfPrices(database, inForce),
    settings: [...settings],
  };
}
