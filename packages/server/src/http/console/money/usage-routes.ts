import { Readable } from 'node:stream';
import {
  type JobCostPage,
  type JobCostView,
  jobCostFilterSchema,
  jobCostQuerySchema,
  type UsageMonth,
  usageQuerySchema,
} from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { tierOfPlan, tierRuleOf } from '../../../catalogue/tiers.ts';
import type { Database } from '../../../db/database.ts';
import { readUsage } from '../../../funding/read-usage.ts';
import { listUsageMonths, readUsageDays, type UsageDay } from '../../../funding/read-usage-days.ts';
import { readTerms } from '../../../funding/terms.ts';
import { type JobCost, listJobCosts } from '../../../jobs/views/list-job-costs.ts';
import { isoDate, monthStart, nextMonthStart } from '../../../kernel/clock.ts';
import { readPage } from '../../../kernel/read-page.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readQuery } from '../../request/read-query.ts';
import { personOf } from '../session.ts';
import { jobCostTable } from './job-cost-table.ts';
import type { MoneyDependencies } from './money-dependencies.ts';

/** GET /usage: a month by day; GET /usage/jobs: each job with its cost, and the same as a CSV file. */
export function usageRoutes(
  routes: FastifyInstance,
  { database, effects, catalogue }: MoneyDependencies,
): void {
  const { clock } = effects;
  routes.get('/usage', async (request, reply) => {
    const read = readQuery(usageQuerySchema, request);
    if (!read.ok) return sendProblem(reply, read.problem);
    const now = clock.now();
    const month = read.value.month ?? isoDate(monthStart(now));
    return reply.send(
      await readUsageMonth(database, catalogue.now(), personOf(request).accountId, month, now),
    );
  });

  routes.get('/usage/jobs', async (request, reply) => {
    const read = readQuery(jobCostQuerySchema, request);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { month, kind: medium, limit, cursor } = read.value;
    const filter = { accountId: personOf(request).accountId, month, medium };
    const { shown, next } = await readPage(limit, (rows) =>
      listJobCosts(database, filter, { before: cursor, limit: rows }),
    );
    const page: JobCostPage = {
      jobs: shown.map(viewJobCost),
      ...next,
    };
    return reply.send(page);
  });

  routes.get('/usage/jobs.csv', async (request, reply) => {
    const read = readQuery(jobCostFilterSchema, request);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { month, kind: medium } = read.value;
    const name = ['kinora-jobs', month?.slice(0, 7), medium].filter((part) => part !== undefined).join('-');
    const rows = jobCostTable(database, { accountId: personOf(request).accountId, month, medium });
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}.csv"`)
      .send(Readable.from(rows));
  });
}

async function readUsageMonth(
  database: Database,
  catalogue: Catalogue,
  accountId: string,
  month: string,
  now: Date,
): Promise<UsageMonth> {
  const current = isoDate(monthStart(now));
  const [usage, days, months, terms] = await Promise.all([
    readUsage(database, catalogue, accountId, new Date(month)),
    readUsageDays(database, accountId, month),
    listUsageMonths(database, accountId),
    readTerms(database, accountId),
  ]);
  const sum = (of: (day: UsageDay) => number) => days.reduce((total, day) => total + of(day), 0);
  return {
    usage,
    is_current: month === current,
    resets_at: nextMonthStart(new Date(month)).toISOString(),
    months: [...new Set([current, month, ...months])].sort().reverse(),
    credits: {
      used: sum(({ credits }) => credits),
      per_month: tierRuleOf(catalogue, tierOfPlan(catalogue, terms?.plan ?? null)).creditsPerMonth,
    },
    balance_spent_cents: sum(({ prepaidCents }) => prepaidCents),
    month_end_cents: sum(({ monthEndCents }) => monthEndCents),
    days: days.map((day) => ({
      day: day.day,
      images_included: day.imagesIncluded,
      images_overage: day.imagesOverage,
      videos_included: day.videosIncluded,
      videos_overage: day.videosOverage,
      seconds_included: day.twelfthsIncluded / 12,
      seconds_overage: day.twelfthsOverage / 12,
      balance_cents: day.prepaidCents,
      month_end_cents: day.monthEndCents,
      credit_images: day.creditImages,
      credit_videos: day.creditVideos,
      credits: day.credits,
    })),
  };
}

function viewJobCost({ id, createdAt, ...cost }: JobCost): JobCostView {
  return {
    job_id: id,
    created_at: createdAt.toISOString(),
    via: cost.via,
    kind: cost.medium,
    model: cost.model,
    width: cost.width,
    height: cost.height,
    seconds: cost.seconds,
    state: cost.state,
    charge: cost.charge,
    price_cents: cost.priceCents,
    from_allowance: cost.isFromAllowance,
    balance_cents: cost.prepaidCents,
    month_end_cents: cost.monthEndCents,
    credits: cost.credits,
  };
}
