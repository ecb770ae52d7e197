import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ConsolePage } from './console-page.ts';
import classes from './section-frame.module.css';

interface SectionFrameProps {
  readonly name: string;
  readonly pages: readonly ConsolePage[];
  readonly children: ReactNode;
}

/** The pages of a section beside their navigation; on a narrow screen it is a row that scrolls. */
export function SectionFrame({ name, pages, children }: SectionFrameProps) {
  const [first] = pages;
  return (
    <div className={classes.section}>
      <nav className={classes.nav} aria-label={name}>
        {pages.map(
          ({ path, nav }) =>
            nav !== undefined && (
              <Link
                key={path}
                to={path}
                className={classes.link}
                activeOptions={{ exact: path === first?.path }}
              >
                {nav}
              </Link>
            ),
        )}
      </nav>
      <div className={classes.content}>{children}</div>
    </div>
  );
}
