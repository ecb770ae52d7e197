import type { CatalogueDocument } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { earliestIdAt } from '../kernel/ids.ts';
import type { Catalogue } from './catalogue.ts';
import {
  insertVersion,
  KNOWN_AFTER_MS,
  lockVersions,
  readLatestVersion,
  type StartedCatalogue,
} from './catalogue-versions.ts';
import { type CatalogueChange, diffCatalogues } from './diff-catalogues.ts';

/** A catalogue that shall be the next version. */
export interface NextCatalogue {
  readonly document: CatalogueDocument;
  /** When it starts; absent for the time that the document says, if that is to come, or as soon as every server knows it. */
  readonly startsAt?: Date | undefined;
  /** The version that it was made from, which must still be the latest; any, if absent. */
  readonly baseVersion?: number | undefined;
}

export interface CatalogueToApply extends NextCatalogue {
  readonly appliedBy: string;
  readonly fileDigest?: Buffer | null;
  /** Writes who did it, in the same transaction. */
  readonly record: (
    tx: Queryable,
    applied: {
      readonly version: number;
      readonly startsAt: Date;
      readonly changes: readonly CatalogueChange[];
    },
  ) => Promise<void>;
}

export type RefusedCatalogue =
  | { readonly reason: 'unchanged' }
  /** Another version is the latest by now. */
  | { readonly reason: 'changed_meanwhile' }
  | {
      readonly reason: 'refused';
      readonly field: 'starts_at' | 'models' | 'plans' | 'price_lists';
      readonly message: string;
    };

type AppliedCatalogue =
  | {
      readonly applied: true;
      readonly version: number;
      readonly startsAt: Date;
      readonly changes: readonly CatalogueChange[];
    }
  | ({ readonly applied: false } & RefusedCatalogue);

/**
 * Writes the next version of the catalogue. Refused if it would start before the latest version does, or if it lacks a model
 * of which jobs wait or run, or a plan or a price list that accounts have.
 */
export async function applyCatalogue(
  database: Database,
  clock: Clock,
  { appliedBy, fileDigest = null, record, ...next }: CatalogueToApply,
): Promise<AppliedCatalogue> {
  return database.transaction(async (tx) => {
    await lockVersions(tx);
    const at = clock.now();
    const compared = await compareWithLatest(tx, next, at);
    if (!compared.ok) return { applied: false, ...compared.refusal };
    const { startsAt, changes } = compared;
    const version = await insertVersion(tx, { document: next.document, startsAt, appliedBy, fileDigest }, at);
    await record(tx, { version, startsAt, changes });
    return { applied: true, version, startsAt, changes };
  });
}

type Compared =
  | {
      readonly ok: true;
      readonly startsAt: Date;
      readonly latest: Catalogue | undefined;
      readonly changes: readonly CatalogueChange[];
    }
  | { readonly ok: false; readonly refusal: RefusedCatalogue };

/** What would change if it were applied now, or why it would be refused. */
export async function compareWithLatest(
  db: Queryable,
  { document, startsAt: wanted, baseVersion }: NextCatalogue,
  at: Date,
): Promise<Compared> {
  const soon = new Date(at.getTime() + KNOWN_AFTER_MS);
  const named = new Date(document.starts_at ?? 0);
  const startsAt = wanted ?? (named > soon ? named : soon);
  const latest = await readLatestVersion(db);
  if (baseVersion !== undefined && baseVersion !== latest?.version) {
    return { ok: false, refusal: { reason: 'changed_meanwhile' } };
  }
  const refuse = (why: Reason): Compared => ({ ok: false, refusal: { reason: 'refused', ...why } });
  const early = whyNotThen(startsAt, latest, at);
  if (early !== undefined) return refuse(early);
  const changes = latest === undefined ? [] : diffCatalogues(latest.catalogue.document, document);
  if (latest !== undefined && changes.length === 0) return { ok: false, refusal: { reason: 'unchanged' } };
  const missing = await findMissing(db, document);
  if (missing !== undefined) return refuse(missing);
  return { ok: true, startsAt, latest: latest?.catalogue, changes };
}

type Reason = Pick<Extract<RefusedCatalogue, { reason: 'refused' }>, 'field' | 'message'>;

function whyNotThen(start: Date, latest: StartedCatalogue | undefined, at: Date): Reason | undefined {
  const refuse = (message: string): Reason => ({ field: 'starts_at', message });
  if (start < new Date(at.getTime() + KNOWN_AFTER_MS)) {
    const seconds = KNOWN_AFTER_MS / 1000;
    return refuse(
      `it would start at ${start.toISOString()}, which is past, or within ${seconds} seconds: servers have to know it before; choose a later time`,
    );
  }
  if (latest === undefined || latest.startsAt < start) return undefined;
  return refuse(
    `version ${latest.version} starts at ${latest.startsAt.toISOString()}, after this one would; withdraw it or choose a later time`,
  );
}

/** What is in use and not in the document. */
async function findMissing(
  db: Queryable,
  { models, plans, price_lists: lists }: CatalogueDocument,
): Promise<Reason | undefined> {
  const [model] = await db.query<{ model: string; jobs: number }>(
    'select model, count(*)::int as jobs from open_jobs where model <> all($1) group by 1 order by 1 limit 1',
    [models.map(({ id }) => id)],
  );
  if (model !== undefined) {
    const message = `${model.jobs} jobs of the model ${model.model} wait or run; keep it until they have ended`;
    return { field: 'models', message };
  }
  const [plan] = await db.query<{ plan: string; accounts: number }>(
    `select plan, count(distinct account_id)::int as accounts from (
       select account_id, plan from funding_terms
       union all select account_id, unnest(array[plan, next_plan]) from subscriptions where state <> 'ended'
     ) as used where plan <> all($1) group by 1 order by 1 limit 1`,
    [plans.map(({ id }) => id)],
  );
  if (plan !== undefined) {
    const message = `${plan.accounts} accounts have the plan ${plan.plan}; keep it, with month_cents and year_cents null to sell it no more`;
    return { field: 'plans', message };
  }
  const [list] = await db.query<{ list: string; accounts: number }>(
    `select price_list as list, count(*)::int as accounts from funding_terms
     where price_list is not null and price_list <> all($1) group by 1 order by 1 limit 1`,
    [lists.map(({ id }) => id)],
  );
  if (list === undefined) return undefined;
  const message = `${list.accounts} accounts have the price list ${list.list}; keep it, or give them another one first`;
  return { field: 'price_lists', message };
}

/** A job of a version that has not started here is of a server whose clock is ahead, and so a recent one. */
const MAX_AHEAD_MS = 3_600_000;

/** Withdraws the versions that have not started; none if the latest is not `baseVersion`, if that is set. Returns their numbers. */
export async function withdrawCatalogue(
  database: Database,
  clock: Clock,
  record: (tx: Queryable, versions: readonly number[]) => Promise<void>,
  baseVersion?: number,
): Promise<readonly number[]> {
  return database.transaction(async (tx) => {
    await lockVersions(tx);
    if (baseVersion !== undefined && (await readLatestVersion(tx))?.version !== baseVersion) return [];
    // One that starts within this time may be in force on a server before this is committed. One that jobs have was in force
    // for a server whose clock is ahead.
    const at = clock.now();
    const begun = new Date(at.getTime() + KNOWN_AFTER_MS);
    const rows = await tx.query<{ version: number }>(
      `update catalogue_versions set withdrawn_at = $2 where starts_at > $1 and withdrawn_at is null
         and not exists (select from jobs where id >= $3 and catalogue_version >= version) returning version`,
      [begun, at, earliestIdAt(new Date(at.getTime() - MAX_AHEAD_MS))],
    );
    const versions = rows.map(({ version }) => version).sort((a, b) => a - b);
    if (versions.length > 0) await record(tx, versions);
    return versions;
  });
}
