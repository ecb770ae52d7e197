import { type ConsolePage, page } from './frame/console-page.ts';

/**
 * Every page of the console by section. A page is loaded when it is first opened; `nav` is its name in the section's
 * navigation, without which it is reached by links only.
 */

export const publicPages: readonly ConsolePage[] = [
  page('/', '', () => import('./home/home-page.tsx').then((m) => m.HomePage)),
  page('/explore', 'Explore', () => import('./explore/explore-page.tsx').then((m) => m.ExplorePage)),
  page('/pricing', 'Prices', () => import('./pricing/pricing-page.tsx').then((m) => m.PricingPage)),
];

export const studioPages: readonly ConsolePage[] = [
  page('/studio', 'Studio', () => import('./studio/studio-page.tsx').then((m) => m.StudioPage)),
];

export const accountPages: readonly ConsolePage[] = [
  page('/account', 'Overview', () => import('./account/overview-page.tsx').then((m) => m.OverviewPage), {
    nav: 'Overview',
  }),
  page('/account/usage', 'Usage', () => import('./account/money/usage-page.tsx').then((m) => m.UsagePage), {
    nav: 'Usage',
  }),
  page('/account/plan', 'Plan', () => import('./account/money/plan-page.tsx').then((m) => m.PlanPage), {
    nav: 'Plan',
  }),
  page(
    '/account/payments',
    'Payments',
    () => import('./account/money/payments-page.tsx').then((m) => m.PaymentsPage),
    { nav: 'Payments' },
  ),
  page(
    '/account/security',
    'Security',
    () => import('./account/security/security-page.tsx').then((m) => m.SecurityPage),
    {
      nav: 'Security',
    },
  ),
  page('/account/keys', 'API keys', () => import('./account/keys/keys-page.tsx').then((m) => m.KeysPage), {
    nav: 'API keys',
  }),
  page(
    '/account/webhooks',
    'Webhooks',
    () => import('./account/webhooks/webhooks-page.tsx').then((m) => m.WebhooksPage),
    { nav: 'Webhooks' },
  ),
  page(
    '/account/connect',
    'Connect',
    () => import('./account/connect/connect-page.tsx').then((m) => m.ConnectPage),
    { nav: 'Connect' },
  ),
  page('/account/data', 'Your data', () => import('./account/data/data-page.tsx').then((m) => m.DataPage), {
    nav: 'Your data',
  }),
];

export const operatorPages: readonly ConsolePage[] = [
  page(
    '/operator',
    'Operator',
    () => import('./operator/overview/overview-page.tsx').then((m) => m.OverviewPage),
    { nav: 'Overview' },
  ),
  page(
    '/operator/workers',
    'Workers',
    () => import('./operator/workers/workers-page.tsx').then((m) => m.WorkersPage),
    { nav: 'Workers' },
  ),
  page(
    '/operator/queue',
    'Queue',
    () => import('./operator/overview/queue-page.tsx').then((m) => m.QueuePage),
    {
      nav: 'Queue',
    },
  ),
  page('/operator/jobs', 'Jobs', () => import('./operator/jobs/jobs-page.tsx').then((m) => m.JobsPage), {
    nav: 'Jobs',
  }),
  page('/operator/jobs/:id', 'Job', () => import('./operator/jobs/job-page.tsx').then((m) => m.JobPage)),
  page(
    '/operator/accounts',
    'Accounts',
    () => import('./operator/accounts/accounts-page.tsx').then((m) => m.AccountsPage),
    { nav: 'Accounts' },
  ),
  page('/operator/accounts/:id', 'Account', () =>
    import('./operator/accounts/account-page.tsx').then((m) => m.AccountPage),
  ),
  page('/operator/codes', 'Codes', () => import('./operator/codes/codes-page.tsx').then((m) => m.CodesPage), {
    nav: 'Codes',
  }),
  page(
    '/operator/reports',
    'Reports',
    () => import('./operator/reports/reports-page.tsx').then((m) => m.ReportsPage),
    { nav: 'Reports' },
  ),
  page(
    '/operator/prices',
    'Prices and limits',
    () => import('./operator/prices/prices-page.tsx').then((m) => m.PricesPage),
    { nav: 'Prices and limits' },
  ),
  page(
    '/operator/margin',
    'Margin',
    () => import('./operator/margin/margin-page.tsx').then((m) => m.MarginPage),
    { nav: 'Margin' },
  ),
  page(
    '/operator/mails',
    'Emails',
    () => import('./operator/mails/mails-page.tsx').then((m) => m.MailsPage),
    {
      nav: 'Emails',
    },
  ),
  page('/operator/mails/:name', 'Email', () =>
    import('./operator/mails/mail-page.tsx').then((m) => m.MailPage),
  ),
  page('/operator/log', 'Audit log', () => import('./operator/log/log-page.tsx').then((m) => m.LogPage), {
    nav: 'Audit log',
  }),
];
