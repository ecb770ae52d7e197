import { Outlet, useMatches } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { hearMoney } from '../api/money-moved.ts';
import { ConfirmGate } from '../confirm/confirm-gate.tsx';
import classes from './app-frame.module.css';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { keepFocus } from './keep-focus.ts';
import { PageLoader } from './page-loader.tsx';
import { service } from './service.ts';

/** What every page has: the header, the navigation, and the main landmark. */
export function AppFrame() {
  const { main, path } = useTitleAndFocus();
  useEffect(keepFocus, []);
  useEffect(hearMoney, []);
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <Header />
      <main id="main" className={classes.main} ref={main} tabIndex={-1}>
        <Suspense fallback={<PageLoader />}>
          <Outlet />
        </Suspense>
      </main>
      {/* The composer of the studio is at the end of the page. */}
      {path !== '/studio' && <Footer />}
      <ConfirmGate />
    </div>
  );
}

/** Names the tab after the page. After a navigation the main landmark gets the focus, so that it is read from there. */
function useTitleAndFocus() {
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const match = useMatches().at(-1);
  const title = match?.staticData.title;
  const path = match?.pathname;
  useEffect(() => {
    document.title = title === undefined || title === '' ? service.name : `${title} · ${service.name}`;
  }, [title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes.
  useEffect(() => {
    if (first.current) first.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [path]);
  return { main, path };
}
