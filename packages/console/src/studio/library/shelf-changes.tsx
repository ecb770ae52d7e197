import type { StudioCollection } from '@kinora/contract';
import { useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Confirmation } from '../../frame/confirmation.tsx';
import { deleteCollection, renameCollection } from './collection-calls.ts';
import NameDialog from './name-dialog.tsx';
import classes from './shelves.module.css';

interface ChangesProps {
  readonly collection: StudioCollection;
  readonly onDeleted: () => void;
}

/** Renames and deletes the collection that is shown. */
export default function ShelfChanges({ collection: { id, name }, onDeleted }: ChangesProps) {
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
    </>
  );
}
