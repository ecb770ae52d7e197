import { Group, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './show.module.css';

interface PanelProps {
  readonly title: string;
  /** What can be done with what the panel shows. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with its own heading. */
export function Panel({ title, actions, children }: PanelProps) {
  const heading = useId();
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={2} size="h4" id={heading}>
          {title}
        </Title>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </section>
  );
}
