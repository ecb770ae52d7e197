import type { FastifyInstance } from 'fastify';
import type { QueueView } from '../../../queue/queue-view.ts';
import { type AccountRouteDependencies, accountRoutes } from './account-routes.ts';
import { codeRoutes } from './code-routes.ts';
import { type JobRouteDependencies, jobRoutes } from './job-routes.ts';
import { logRoutes } from './log-routes.ts';
import { marginRoutes } from './margin-routes.ts';
import { type OverviewRouteDependencies, overviewRoutes } from './overview-routes.ts';
import { type PriceRouteDependencies, priceRoutes } from './price-routes.ts';
import { type ReportRouteDependencies, reportRoutes } from './report-routes.ts';
import { workerRoutes } from './worker-routes.ts';

export interface OperatorDependencies
  extends OverviewRouteDependencies,
    JobRouteDependencies,
    AccountRouteDependencies,
    ReportRouteDependencies,
    PriceRouteDependencies {
  readonly queueView: Pick<QueueView, 'outlookOf' | 'queued' | 'secondsForNew'>;
}

/** What the operator's pages read and change, below /api/console/operator. */
export function operatorConsoleRoutes(routes: FastifyInstance, dependencies: OperatorDependencies): void {
  overviewRoutes(routes, dependencies);
  workerRoutes(routes, dependencies);
  jobRoutes(routes, dependencies);
  accountRoutes(routes, dependencies);
  codeRoutes(routes, dependencies);
  reportRoutes(routes, dependencies);
  priceRoutes(routes, dependencies);
  marginRoutes(routes, dependencies);
  logRoutes(routes, dependencies);
}
