import { useQuery } from '@tanstack/react-query';
import { Bookmark, Heart, Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { JobFilter } from '../jobs/job-calls.ts';
import { collectionsQuery, FAVOURITES, KEPT } from './library-calls.ts';
import classes from './shelves.module.css';

const Changes = lazy(() => import('./shelf-changes.tsx'));
const NameDialog = lazy(() => import('./name-dialog.tsx'));

interface ShelvesProps {
  readonly shelf: JobFilter['shelf'];
  readonly onChange: (shelf: JobFilter['shelf']) => void;
}

/** What the person put where: favourites, what is kept, and collections. One at a time is shown. */
export function Shelves({ shelf, onChange }: ShelvesProps) {
  const { data = [] } = useQuery(collectionsQuery);
  const [isNaming, setNaming] = useState(false);
  const chosen = data.find(({ id }) => id === shelf);
  const chip = (value: JobFilter['shelf'], content: ReactNode) => (
    <button
      key={value ?? 'all'}
      type="button"
      className={classes.shelf}
      aria-pressed={shelf === value}
      onClick={() => onChange(shelf === value ? undefined : value)}
    >
      {content}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, and cannot scroll in every browser.
    <div className={classes.shelves} role="group" aria-label="What to show">
      {chip(undefined, 'All results')}
      {chip(
        FAVOURITES,
        <>
          <Heart size={14} aria-hidden="true" /> Favourites
        </>,
      )}
      {chip(
        KEPT,
        <>
          <Bookmark size={14} aria-hidden="true" /> Kept
        </>,
      )}
      {data.map(({ id, name, results }) =>
        chip(
          id,
          <>
            <bdi>{name}</bdi> <span className={classes.count}>{results}</span>
          </>,
        ),
      )}
      {chosen === undefined ? (
        <button
          type="button"
          className={classes.shelf}
          aria-label="New collection"
          onClick={() => setNaming(true)}
        >
          <Plus size={14} aria-hidden="true" />
        </button>
      ) : (
        <Suspense>
          <Changes key={chosen.id} collection={chosen} onDeleted={() => onChange(undefined)} />
        </Suspense>
      )}
      <Suspense>
        {isNaming && (
          <NameDialog
            title="New collection"
            onSave={async (name) => (await import('./collection-calls.ts')).createCollection(name)}
            onClose={() => setNaming(false)}
          />
        )}
      </Suspense>
    </div>
  );
}
