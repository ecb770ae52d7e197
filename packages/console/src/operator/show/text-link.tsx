import type { ReactNode } from 'react';
import { Link } from 'wouter';
import classes from './text-link.module.css';

interface TextLinkProps {
  readonly to: string;
  /** The query of the address. */
  readonly search?: Readonly<Record<string, string>>;
  /** Shown on one line; the title has all of it. */
  readonly isShort?: boolean;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A link within text, to another page of the console. */
export function TextLink({ to, search, isShort = false, title, children }: TextLinkProps) {
  return (
    <Link
      to={search === undefined ? to : `${to}?${new URLSearchParams(search)}`}
      className={isShort ? `${classes.link} ${classes.short}` : classes.link}
      title={title}
    >
      {children}
    </Link>
  );
}
