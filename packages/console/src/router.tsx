import { type ReactNode, Suspense, useEffect } from 'react';
import { Route, Switch } from 'wouter';
import type { ConsolePage } from './frame/console-page.ts';
import { nameTab } from './frame/name-tab.ts';
import { NotFoundPage } from './frame/not-found-page.tsx';
import { OperatorOnly, SignedInOnly } from './frame/only.tsx';
import { PageBoundary } from './frame/page-failure.tsx';
import { PageLoader } from './frame/page-loader.tsx';
import { SectionFrame } from './frame/section-frame.tsx';
import { accountPages, operatorPages, publicPages, studioPages } from './sections.ts';

/** The pages of a section inside what they share. */
interface Section {
  readonly id: string;
  readonly pages: readonly ConsolePage[];
  readonly frame: (content: ReactNode) => ReactNode;
}

const SECTIONS: readonly Section[] = [
  { id: 'public', pages: publicPages, frame: (content) => content },
  { id: 'studio', pages: studioPages, frame: (content) => <SignedInOnly>{content}</SignedInOnly> },
  {
    id: 'account',
    pages: accountPages,
    frame: (content) => (
      <SignedInOnly>
        <SectionFrame name="Account" pages={accountPages}>
          {content}
        </SectionFrame>
      </SignedInOnly>
    ),
  },
  {
    id: 'operator',
    pages: operatorPages,
    frame: (content) => (
      <OperatorOnly>
        <SectionFrame name="Operator" pages={operatorPages} isWide>
          {content}
        </SectionFrame>
      </OperatorOnly>
    ),
  },
];

/** The page of the address. One key for a section: what its pages share stays while they change. */
export function CurrentPage() {
  return (
    <Switch>
      {SECTIONS.map(({ id, pages, frame }) =>
        pages.map((page) => (
          <Route key={id} path={page.path}>
            {frame(<Page key={page.path} page={page} />)}
          </Route>
        )),
      )}
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}

/** A page that fails leaves the header and the navigation. */
function Page({ page: { title, component: Content } }: { readonly page: ConsolePage }) {
  useEffect(() => nameTab(title), [title]);
  return (
    <PageBoundary>
      <Suspense fallback={<PageLoader />}>
        <Content />
      </Suspense>
    </PageBoundary>
  );
}
