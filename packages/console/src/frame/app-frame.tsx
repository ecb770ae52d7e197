import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { hearMoney } from '../api/money-moved.ts';
import { ConfirmGate } from '../confirm/confirm-gate.tsx';
import { CurrentPage } from '../router.tsx';
import classes from './app-frame.module.css';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { keepFocus } from './keep-focus.ts';

/** What every page has: the header, the navigation, and the main landmark. */
export function AppFrame() {
  const { main, path } = useBeginning();
  useEffect(keepFocus, []);
  useEffect(hearMoney, []);
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <Header />
      <main id="main" className={classes.main} ref={main} tabIndex={-1}>
        <CurrentPage />
      </main>
      {/* The composer of the studio is at the end of the page. */}
      {path !== '/studio' && <Footer />}
      <ConfirmGate />
    </div>
  );
}

/**
 * After a navigation the page is read and shown from its beginning: the main landmark gets the focus. After a step back the
 * browser shows it where it was.
 */
function useBeginning() {
  const main = useRef<HTMLElement>(null);
  const before = useRef<string>(undefined);
  const isBack = useRef(false);
  const [path] = useLocation();
  useEffect(() => {
    // The router sends an event of its own for a step forward. Before the router hears of either.
    const remember = ({ type }: Event) => (isBack.current = type === 'popstate');
    const events = ['popstate', 'pushState'];
    for (const type of events) window.addEventListener(type, remember, { capture: true });
    return () => {
      for (const type of events) window.removeEventListener(type, remember, { capture: true });
    };
  }, []);
  useEffect(() => {
    if (before.current !== undefined && before.current !== path) {
      main.current?.focus({ preventScroll: true });
      if (!isBack.current) window.scrollTo(0, 0);
    }
    before.current = path;
  }, [path]);
  return { main, path };
}
