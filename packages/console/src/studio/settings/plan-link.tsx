import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface PlanLinkProps {
  /** What is locked, as the page of prices names it; that page says what has it. */
  readonly wanted: string | undefined;
  readonly children: ReactNode;
}

export function PlanLink({ wanted, children }: PlanLinkProps) {
  return (
    <Anchor component={Link} to="/pricing" search={{ want: wanted } as never} underline="always" inherit>
      {children}
    </Anchor>
  );
}
