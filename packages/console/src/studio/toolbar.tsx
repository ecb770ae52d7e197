import { ActionIcon, Title } from '@mantine/core';
import { Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { Filters } from './gallery/filters.tsx';
import type { JobFilter } from './jobs/job-calls.ts';
import classes from './studio.module.css';

interface ToolbarProps {
  readonly filter: JobFilter;
  readonly onFilter: (filter: JobFilter) => void;
  readonly onHelp: () => void;
  /** What is done with the results that are chosen, if any are. */
  readonly children: ReactNode;
}

/** The heading of the studio, and what finds results among many. */
export function Toolbar({ filter, onFilter, onHelp, children }: ToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <Title order={1} size="h4">
        Studio
      </Title>
      <div className={classes.tools}>
        {children}
        <Filters filter={filter} onChange={onFilter} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Keyboard shortcuts"
          className={classes.help ?? ''}
          onClick={onHelp}
        >
          <Keyboard size={20} aria-hidden="true" />
        </ActionIcon>
      </div>
    </div>
  );
}
