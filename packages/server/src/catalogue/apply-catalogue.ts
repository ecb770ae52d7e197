import type { CatalogueDocument } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { insertVersion, KNOWN_AFTER_MS, lockVersions, readCatalogueVersion } from './catalogue-versions.ts';
import { type CatalogueChange, diffCatalogues } from './diff-catalogues.ts';

export interface CatalogueToApply {
  readonly document: CatalogueDocument;
  /** When it starts; as soon as every server knows it, if absent. */
  readonly startsAt?: Date | undefined;
  readonly appliedBy: string;
  readonly fileDigest?: Buffer | null;
  /** Writes who did it, in the same transaction. */
  readonly record: (tx: Queryable, version: number, changes: readonly CatalogueChange[]) => Promise<void>;
}

export type AppliedCatalogue =
  | {
      readonly applied: true;
      readonly version: number;
      readonly startsAt: Date;
      readonly changes: readonly CatalogueChange[];
    }
  | { readonly applied: false; readonly reason: 'unchanged' }
  | { readonly applied: false; readonly reason: 'refused'; readonly message: string };

/**
 * Writes the next version of the catalogue. Refused if it would start before the latest version does, or if it lacks a model
 * of which jobs wait or run, or a plan or a price list that accounts have.
 */
export async function applyCatalogue(
  database: Database,
  clock: Clock,
  { document, startsAt, appliedBy, fileDigest = null, record }: CatalogueToApply,
): Promise<AppliedCatalogue> {
  return database.transaction(async (tx) => {
    await lockVersions(tx);
    const at = clock.now();
    const start = startsAt ?? new Date(at.getTime() + KNOWN_AFTER_MS);
    if (start < at)
      return refuse(`it would start at ${start.toISOString()}, which is past; choose a later time`);
    const [last] = await tx.query<{ version: number }>(
      'select max(version) as version from catalogue_versions where withdrawn_at is null',
    );
    const latest = await readCatalogueVersion(tx, last?.version ?? 0);
    if (latest !== undefined && latest.startsAt >= start) {
      const { version, startsAt: later } = latest;
      return refuse(
        `version ${version} starts at ${later.toISOString()}, after this one would; withdraw it ("kinora catalogue withdraw") or choose a later time`,
      );
    }
    const changes = latest === undefined ? [] : diffCatalogues(latest.catalogue.document, document);
    if (latest !== undefined && changes.length === 0) return { applied: false, reason: 'unchanged' };
    const missing = await findMissing(tx, document);
    if (missing !== undefined) return refuse(missing);
    const version = await insertVersion(tx, { document, startsAt: start, appliedBy, fileDigest }, at);
    await record(tx, version, changes);
    return { applied: true, version, startsAt: start, changes };
  });
}

function refuse(message: string): AppliedCatalogue {
  return { applied: false, reason: 'refused', message };
}

/** What is in use and not in the document. */
async function findMissing(
  tx: Queryable,
  { models, plans, price_lists: lists }: CatalogueDocument,
): Promise<string | undefined> {
  const [model] = await tx.query<{ model: string; jobs: number }>(
    'select model, count(*)::int as jobs from open_jobs where model <> all($1) group by 1 order by 1 limit 1',
    [models.map(({ id }) => id)],
  );
  if (model !== undefined) {
    return `models: ${model.jobs} jobs of the model ${model.model} wait or run; keep it until they have ended`;
  }
  const [plan] = await tx.query<{ plan: string; accounts: number }>(
    `select plan, count(distinct account_id)::int as accounts from (
       select account_id, plan from funding_terms
       union all select account_id, unnest(array[plan, next_plan]) from subscriptions where state <> 'ended'
     ) as used where plan <> all($1) group by 1 order by 1 limit 1`,
    [plans.map(({ id }) => id)],
  );
  if (plan !== undefined) {
    return `plans: ${plan.accounts} accounts have the plan ${plan.plan}; keep it, with month_cents and year_cents null to sell it no more`;
  }
  const [list] = await tx.query<{ list: string; accounts: number }>(
    `select price_list as list, count(*)::int as accounts from funding_terms
     where price_list is not null and price_list <> all($1) group by 1 order by 1 limit 1`,
    [lists.map(({ id }) => id)],
  );
  if (list === undefined) return undefined;
  return `price_lists: ${list.accounts} accounts have the price list ${list.list}; keep it, or give them another one first`;
}

/** Withdraws the versions that have not started. Returns their numbers. */
export async function withdrawCatalogue(
  database: Database,
  clock: Clock,
  record: (tx: Queryable, versions: readonly number[]) => Promise<void>,
): Promise<readonly number[]> {
  return database.transaction(async (tx) => {
    await lockVersions(tx);
    // One that starts within this time may be in force on a server before this is committed.
    const at = clock.now();
    const begun = new Date(at.getTime() + KNOWN_AFTER_MS);
    const rows = await tx.query<{ version: number }>(
      `update catalogue_versions set withdrawn_at = $2 where starts_at > $1 and withdrawn_at is null returning version`,
      [begun, at],
    );
    const versions = rows.map(({ version }) => version).sort((a, b) => a - b);
    if (versions.length > 0) await record(tx, versions);
    return versions;
  });
}
