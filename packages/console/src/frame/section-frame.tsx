import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { ConsolePage } from './console-page.ts';
import { NavLink } from './nav-link.tsx';
import classes from './section-frame.module.css';

interface SectionFrameProps {
  readonly name: string;
  readonly pages: readonly ConsolePage[];
  /** Tables of many columns need it; text and forms are easier to read in a narrower column. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The pages of a section beside their navigation; on a narrow screen it is a row that scrolls. */
export function SectionFrame({ name, pages, isWide = false, children }: SectionFrameProps) {
  const [first] = pages;
  const nav = useCurrentInView();
  return (
    <div className={classes.section}>
      <nav ref={nav} className={classes.nav} aria-label={name}>
        {pages.map(
          ({ path, nav }) =>
            nav !== undefined && (
              <NavLink key={path} to={path} className={classes.link} isExact={path === first?.path}>
                {nav}
              </NavLink>
            ),
        )}
      </nav>
      <div className={isWide ? undefined : classes.content}>{children}</div>
    </div>
  );
}

/** Scrolls the row so that the current page is in it. */
function useCurrentInView() {
  const ref = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const isRow = useMediaQuery('(max-width: 56em)');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, or a row after a column, is another position.
  useEffect(() => {
    const row = ref.current;
    const current = row?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!row || !current) return;
    row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, [path, isRow]);
  return ref;
}
