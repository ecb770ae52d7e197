import { type ConsolePage, page } from './frame/console-page.ts';

/**
 * Every page of the console by section. A page is loaded when it is first opened; `nav` is its name in the section's
 * navigation, without which it is reached by links only.
 */

export const publicPages: readonly ConsolePage[] = [
  page('/', 'Kinora', () => import('./home/home-page.tsx').then((m) => m.HomePage)),
  page('/explore', 'Explore', () => import('./explore/explore-page.tsx').then((m) => m.ExplorePage)),
];

export const studioPages: readonly ConsolePage[] = [
  page('/studio', 'Studio', () => import('./studio/studio-page.tsx').then((m) => m.StudioPage)),
];

export const accountPages: readonly ConsolePage[] = [
  page('/account', 'Overview', () => import('./account/overview-page.tsx').then((m) => m.OverviewPage), {
    nav: 'Overview',
  }),
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
];

export const operatorPages: readonly ConsolePage[] = [
  page('/operator', 'Operator', () => import('./operator/overview-page.tsx').then((m) => m.OverviewPage), {
    nav: 'Overview',
  }),
];
