import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

interface NavLinkProps {
  readonly to: string;
  /** Whether the pages below it have links of their own. */
  readonly isExact?: boolean;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A link of a navigation, which says that it is the current one. */
export function NavLink({ to, isExact = false, className, children }: NavLinkProps) {
  const [path] = useLocation();
  const isCurrent = path === to || (!isExact && path.startsWith(`${to}/`));
  return (
    <Link to={to} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}
