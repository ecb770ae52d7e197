import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AppFrame } from './frame/app-frame.tsx';
import type { ConsolePage } from './frame/console-page.ts';
import { NotFoundPage } from './frame/not-found-page.tsx';
import { OperatorOnly, SignedInOnly } from './frame/only.tsx';
import { PageFailure } from './frame/page-failure.tsx';
import { SectionFrame } from './frame/section-frame.tsx';
import { accountPages, operatorPages, publicPages, studioPages } from './sections.ts';

const root = createRootRoute({
  component: AppFrame,
  notFoundComponent: NotFoundPage,
  errorComponent: PageFailure,
});

/** The pages of a section inside what they share. */
function section(id: string, pages: readonly ConsolePage[], frame: (content: ReactNode) => ReactNode) {
  const layout = createRoute({ getParentRoute: () => root, id, component: () => frame(<Outlet />) });
  const routes = pages.map((page) =>
    createRoute({
      getParentRoute: () => layout,
      path: page.path,
      component: page.component,
      staticData: { title: page.title },
    }),
  );
  return layout.addChildren(routes);
}

export const router = createRouter({
  routeTree: root.addChildren([
    section('public', publicPages, (content) => content),
    section('studio', studioPages, (content) => <SignedInOnly>{content}</SignedInOnly>),
    section('account', accountPages, (content) => (
      <SignedInOnly>
        <SectionFrame name="Account" pages={accountPages}>
          {content}
        </SectionFrame>
      </SignedInOnly>
    )),
    section('operator', operatorPages, (content) => (
      <OperatorOnly>
        <SectionFrame name="Operator" pages={operatorPages} isWide>
          {content}
        </SectionFrame>
      </OperatorOnly>
    )),
  ]),
  scrollRestoration: true,
  // Each page has its own, so that a page that fails leaves the header and the navigation.
  defaultErrorComponent: PageFailure,
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The title of the browser's tab, before the product's name. */
    readonly title?: string;
  }
}
