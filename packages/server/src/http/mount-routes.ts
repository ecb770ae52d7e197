import { readBundle } from '@kinora/console/bundle';
import type { FastifyInstance } from 'fastify';
import type { AuthenticateKey } from '../access/authenticate-key.ts';
import { readAccountSummary } from '../accounts/read-account-summary.ts';
import type { FindJob } from '../jobs/views/find-job.ts';
import type { PreviewDependencies } from '../jobs/views/read-preview.ts';
import type { ApplyPaymentEvent } from '../payments/apply-payment-event.ts';
import type { SandboxDependencies } from '../payments/sandbox/sandbox-dependencies.ts';
import {
  type WebhookCaller,
  type WebhookRouteDependencies,
  webhookRoutes,
} from './account/webhook-routes.ts';
import { type SignInApiDependencies, signInApiRoutes } from './auth/sign-in-api-routes.ts';
import { type ConsoleApiDependencies, consoleApiRoutes } from './console/console-api.ts';
import { consolePages } from './console/console-pages.ts';
import { crawlerRoutes } from './console/crawler-routes.ts';
import { FIRST_WORKS } from './console/first-view.ts';
import { rememberWorks } from './console/newest-works.ts';
import { createReadHead } from './console/page-head.ts';
import { socialRoute } from './console/social-route.ts';
import { newestWorksOf } from './console/works-routes.ts';
import { allowOrigins } from './cross-origin.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { createSendMcpPackage } from './downloads/mcp-package.ts';
import { programRoutes } from './downloads/programs.ts';
import { type MediaDependencies, mediaRoutes } from './downloads/public-media.ts';
import { type FileDependencies, fileRoutes } from './downloads/signed-files.ts';
import { type JobApiDependencies, jobApiRoutes } from './job-api/job-api-routes.ts';
import { type Logo, logoRoute } from './logo-route.ts';
import { type OpenaiDependencies, openaiRoutes } from './openai/openai-routes.ts';
import { documentRoutes, referenceRoutes } from './openapi/reference-routes.ts';
import { type TestClockDependencies, testClockRoutes } from './operator/test-clock.ts';
import { activateRoutes } from './pages/activate-routes.ts';
import { keyRoutes } from './pages/key-routes.ts';
import { signInRoutes } from './pages/sign-in-routes.ts';
import { type TermsDependencies, termsRoutes } from './pages/terms-page.ts';
import { topUpRoutes } from './pages/top-up-routes.ts';
import { sandboxRoutes } from './payments/sandbox/sandbox-routes.ts';
import { type ReadWebhook, stripeWebhookRoutes } from './payments/stripe-webhook.ts';
import { describeOutageFor } from './problem-handler.ts';
import { type SecurityTxtDependencies, securityTxtRoutes } from './security-txt.ts';
import { authenticateByKey, callerOf, settingChangesBy } from './v1/authenticate-by-key.ts';
import { type AutoRechargeDependencies, autoRechargeRoutes } from './v1/auto-recharge-routes.ts';
import { type BalanceDependencies, balanceRoutes } from './v1/balance-routes.ts';
import { claimRoutes } from './v1/claim-routes.ts';
import { type GenerateDependencies, generateRoutes } from './v1/generate-routes.ts';
import { type EventDependencies, eventRoutes } from './v1/job-events.ts';
import { type JobDependencies, jobRoutes } from './v1/job-routes.ts';
import { type ModelRouteDependencies, modelRoutes } from './v1/model-routes.ts';
import { overageRoutes } from './v1/overage-routes.ts';
import { previewRoutes } from './v1/preview-routes.ts';
import { type QuoteRouteDependencies, quoteRoutes } from './v1/quote-routes.ts';
import { readJobEarly } from './v1/requested-job.ts';
import { type WorkerApiDependencies, workerRoutes } from './worker-api/worker-routes.ts';

interface V1Dependencies
  extends GenerateDependencies,
    QuoteRouteDependencies,
    JobDependencies,
    EventDependencies,
    BalanceDependencies,
    AutoRechargeDependencies,
    PreviewDependencies,
    WebhookRouteDependencies {
  readonly findJob: FindJob;
  readonly authenticateKey: AuthenticateKey;
  readonly checksUserAgent: boolean;
}

interface AccountPageDependencies extends SignInApiDependencies, ConsoleApiDependencies {
  readonly checksUserAgent: boolean;
}

/** The provider in use: the sandbox needs its checkout pages, Stripe a route for its webhooks. */
interface ProviderDependencies {
  readonly apply: ApplyPaymentEvent;
  readonly sandbox?: SandboxDependencies;
  /** Whether the public address is not that of this machine alone. */
  readonly isPublic: boolean;
  readonly readWebhook?: ReadWebhook;
}

export type RouteDependencies = V1Dependencies &
  OpenaiDependencies &
  JobApiDependencies &
  MediaDependencies &
  FileDependencies &
  AccountPageDependencies &
  ProviderDependencies &
  SecurityTxtDependencies &
  TermsDependencies &
  ModelRouteDependencies &
  WorkerApiDependencies & {
    readonly logo: Logo | undefined;
    /** Present if the operator may set the time. */
    readonly testClock: TestClockDependencies['testClock'] | undefined;
  };

/** Mounts every route of the service. */
export function mountRoutes(server: FastifyInstance, dependencies: RouteDependencies): void {
  allowOrigins(server, dependencies.allowedOrigins);
  // Below /api and at the root, so that a client may use either as its base address.
  for (const prefix of ['', '/api']) {
    server.register(async (routes) => mountV1(routes, dependencies), { prefix: `${prefix}/v1` });
    server.register(async (routes) => modelRoutes(routes, dependencies), { prefix: `${prefix}/v1` });
    server.register(async (routes) => openaiRoutes(routes, dependencies), { prefix: `${prefix}/openai/v1` });
    server.register(async (routes) => jobApiRoutes(routes, dependencies), { prefix });
    server.register(async (routes) => documentRoutes(routes, dependencies), { prefix });
  }
  server.register(async (routes) => referenceRoutes(routes, dependencies), { prefix: '/api' });
  mediaRoutes(server, dependencies);
  fileRoutes(server, dependencies);
  securityTxtRoutes(server, dependencies);
  docsRoutes(server, dependencies.publicUrl);
  programRoutes(server, dependencies.publicUrl);
  server.register(async (routes) => workerRoutes(routes, dependencies), { prefix: '/worker/v1' });
  mountAccountPages(server, dependencies);
  consolePages(
    server,
    createReadHead({
      ...dependencies,
      onError: (error) => server.log.warn({ err: error }, 'the head of a work could not be read'),
    }),
    readBundle,
    rememberWorks(newestWorksOf(dependencies.database), Math.max(...Object.values(FIRST_WORKS))),
  );
  socialRoute(server, dependencies);
  crawlerRoutes(server, dependencies);
  termsRoutes(server, dependencies);
  logoRoute(server, dependencies.logo);
  mountPaymentProvider(server, dependencies);
  const { testClock } = dependencies;
  if (testClock !== undefined) {
    server.register(async (routes) => testClockRoutes(routes, { ...dependencies, testClock }));
  }
}

/** The v1 routes that need an API key. */
function mountV1(routes: FastifyInstance, dependencies: V1Dependencies): void {
  describeOutageFor(routes, 'key');
  routes.addHook('onRequest', readJobEarly(dependencies.findJob));
  routes.addHook('onRequest', authenticateByKey(dependencies.authenticateKey, dependencies.checksUserAgent));
  generateRoutes(routes, dependencies);
  quoteRoutes(routes, dependencies);
  jobRoutes(routes, dependencies);
  eventRoutes(routes, dependencies);
  balanceRoutes(routes, dependencies);
  autoRechargeRoutes(routes, dependencies);
  overageRoutes(routes, dependencies);
  routes.get('/me/mcp-package', createSendMcpPackage(dependencies.publicUrl));
  previewRoutes(routes, dependencies);
  const byKey: WebhookCaller = {
    setBy: 'POST',
    accountIdOf: (request) => callerOf(request).accountId,
    changesBy: (request) => settingChangesBy(request, dependencies.clock),
  };
  webhookRoutes(routes, '/me/webhooks', byKey, dependencies);
}

/** The claim of an API key by a terminal, the sign-in API and the pages of an account. */
function mountAccountPages(server: FastifyInstance, dependencies: AccountPageDependencies): void {
  const claim: Parameters<typeof claimRoutes>[1] = {
    ...dependencies,
    balanceCents: async (tx, accountId, at) => (await readAccountSummary(tx, accountId, at)).balanceCents,
  };
  for (const prefix of ['/v1', '/api/v1']) {
    server.register(async (routes) => claimRoutes(routes, claim), { prefix });
  }
  server.register(async (routes) => signInApiRoutes(routes, dependencies), { prefix: '/api/auth' });
  server.register(async (routes) => consoleApiRoutes(routes, dependencies), { prefix: '/api/console' });
  server.register(async (routes) => signInRoutes(routes, dependencies));
  server.register(async (routes) => keyRoutes(routes, dependencies));
  server.register(async (routes) => activateRoutes(routes, dependencies));
  server.register(async (routes) => topUpRoutes(routes, dependencies));
}

function mountPaymentProvider(
  server: FastifyInstance,
  { apply, sandbox, isPublic, readWebhook }: ProviderDependencies,
): void {
  if (sandbox !== undefined) {
    const prefix = '/sandbox';
    server.register(async (routes) => sandboxRoutes(routes, { sandbox, isPublic }), { prefix });
  }
  if (readWebhook !== undefined) {
    const prefix = '/webhooks';
    server.register(async (routes) => stripeWebhookRoutes(routes, { readWebhook, apply }), { prefix });
  }
}
