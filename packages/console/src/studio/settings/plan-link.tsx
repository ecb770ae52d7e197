import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface PlanLinkProps {
  /** What is locked, as the page of prices names it; that page says what has it. */
  readonly wanted: string | undefined;
  readonly children: ReactNode;
}

export function PlanLink({ wanted, children }: PlanLinkProps) {
  return (
    <Anchor
      component={Link}
      to={wanted === undefined ? '/pricing' : `/pricing?${new URLSearchParams({ want: wanted })}`}
      underline="always"
      inherit
    >
      {children}
    </Anchor>
  );
}
