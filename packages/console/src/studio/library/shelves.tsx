import type { StudioCollection } from '@kinora/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Bookmark, Heart, Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { JobFilter } from '../jobs/job-calls.ts';
import {
  collectionsQuery,
  createCollection,
  deleteCollection,
  FAVOURITES,
  KEPT,
  renameCollection,
} from './library-calls.ts';
import classes from './shelves.module.css';

const NameDialog = lazy(() => import('./name-dialog.tsx'));
const Confirmation = lazy(() =>
  import('../../frame/confirmation.tsx').then((file) => ({ default: file.Confirmation })),
);

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
        <Changes key={chosen.id} collection={chosen} onDeleted={() => onChange(undefined)} />
      )}
      <Suspense>
        {isNaming && (
          <NameDialog title="New collection" onSave={createCollection} onClose={() => setNaming(false)} />
        )}
      </Suspense>
    </div>
  );
}

interface ChangesProps {
  readonly collection: StudioCollection;
  readonly onDeleted: () => void;
}

function Changes({ collection: { id, name }, onDeleted }: ChangesProps) {
  const [asked, setAsked] = useState<'name' | 'deletion'>();
  const close = (): void => setAsked(undefined);
  const deletion = useMutation({ mutationFn: () => deleteCollection(id), onSuccess: onDeleted });
  return (
    <>
      <button
        type="button"
        className={classes.shelf}
        aria-label="Rename the collection"
        onClick={() => setAsked('name')}
      >
        <Pencil size={14} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={classes.shelf}
        aria-label="Delete the collection"
        onClick={() => setAsked('deletion')}
      >
        <Trash2 size={14} aria-hidden="true" />
      </button>
      <Suspense>
        {asked === 'name' && (
          <NameDialog
            title="Rename the collection"
            name={name ?? ''}
            onSave={(typed) => renameCollection(id, typed)}
            onClose={close}
          />
        )}
        {asked === 'deletion' && (
          <Confirmation
            title={`Delete the collection “${name}”?`}
            confirm="Delete the collection"
            isDestructive
            change={deletion}
            onConfirm={() => deletion.mutate()}
            onClose={close}
          >
            Its results stay as they are, each until its day or as long as you keep it.
          </Confirmation>
        )}
      </Suspense>
    </>
  );
}
