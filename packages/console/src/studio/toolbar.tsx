import { ActionIcon, Title } from '@mantine/core';
import { Keyboard } from 'lucide-react';
import { Filters } from './gallery/filters.tsx';
import type { JobFilter } from './jobs/job-calls.ts';
import { SearchField } from './library/search-field.tsx';
import { Shelves } from './library/shelves.tsx';
import classes from './studio.module.css';

interface ToolbarProps {
  readonly filter: JobFilter;
  /** Whether there is nothing that could be found. */
  readonly isEmpty: boolean;
  readonly onFilter: (changed: Partial<JobFilter>) => void;
  readonly onHelp: () => void;
}

/** The heading of the studio, and what finds results among many. */
export function Toolbar({ filter, isEmpty, onFilter, onHelp }: ToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <Title order={1} size="h4" className={classes.heading ?? ''}>
        Studio
      </Title>
      {!isEmpty && (
        <div className={classes.search}>
          <SearchField
            label="Search your results"
            words={filter.words ?? ''}
            onChange={(words) => onFilter({ words })}
          />
        </div>
      )}
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
      {!isEmpty && (
        <div className={classes.finders}>
          <Shelves shelf={filter.shelf} onChange={(shelf) => onFilter({ shelf })} />
          <Filters filter={filter} onChange={onFilter} />
        </div>
      )}
    </div>
  );
}
