import { resultsAtOnceMax } from '@kinora/contract';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, Columns2, Download, Globe, Heart, type LucideIcon, Trash2, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { toast } from '../../frame/toast.tsx';
import { deleteSoon } from '../deletions/delete-soon.ts';
import { collect, collectionsQuery, createCollection, FAVOURITES, keep } from './library-calls.ts';
import { marksOf } from './marks.ts';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

const NameDialog = lazy(() => import('./name-dialog.tsx'));
const PublishMany = lazy(() => import('./publish-many.tsx'));

/** What is done with all results that are chosen. */
export default function SelectionBar({ selection }: { readonly selection: Selection }) {
  const { jobs, ids, clear, comparison } = selection;
  const [asked, setAsked] = useState<'publish' | 'collection'>();
  const [isBusy, setBusy] = useState(false);
  const readyJobs = jobs.filter(({ status }) => status === 'completed');
  const ready = readyJobs.map(({ job_id: id }) => id);
  const areFavourites = jobs.every((job) => marksOf(job).favourite);
  const isSendable = ready.length > 0 && ready.length <= resultsAtOnceMax;
  const attempt = async (change: () => Promise<void>, done: () => string): Promise<void> => {
    setBusy(true);
    try {
      await change();
      toast(done());
    } catch (error) {
      toast((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const keepAll = (): void => {
    let kept = 0;
    void attempt(
      () => keep(ready, () => (kept += 1)),
      () => `Kept ${countOf(kept)}.`,
    );
  };
  const addTo = (id: string, name: string): void =>
    void attempt(
      () => collect(id, ready, true),
      () => `Added ${countOf(ready.length)} to ${name}.`,
    );
  return (
    <section className={classes.bar} aria-label="Chosen results">
      <span className={classes.count} role="status">
        {ids.length} chosen
      </span>
      <Action icon={Columns2} name="Compare" isOff={!comparison.isPossible} onPress={comparison.open} />
      {isSendable ? (
        <a className={classes.action} href={`/api/console/studio/archive?ids=${ready.join(',')}`} download>
          <Download size={16} aria-hidden="true" /> Download
        </a>
      ) : (
        <Action
          icon={Download}
          name={ready.length === 0 ? 'Download' : `Download (at most ${resultsAtOnceMax})`}
          isOff
        />
      )}
      <Action icon={Bookmark} name="Keep" isOff={isBusy || ready.length === 0} onPress={keepAll} />
      <Action
        icon={Heart}
        name={areFavourites ? 'Unfavourite' : 'Favourite'}
        isOff={isBusy}
        onPress={() =>
          void attempt(
            () => collect(FAVOURITES, ids, !areFavourites),
            () => (areFavourites ? 'No longer favourites.' : `Marked ${countOf(ids.length)} as favourites.`),
          )
        }
      />
      <CollectionChoice
        isOff={isBusy || ready.length === 0}
        onChoose={addTo}
        onCreate={() => setAsked('collection')}
      />
      <Action icon={Globe} name="Publish …" isOff={ready.length === 0} onPress={() => setAsked('publish')} />
      <Action
        icon={Trash2}
        name="Delete"
        onPress={() => {
          deleteSoon(ids);
          clear();
        }}
      />
      <Action icon={X} name="Clear" onPress={clear} />
      <Suspense>
        {asked === 'publish' && <PublishMany jobs={readyJobs} onClose={() => setAsked(undefined)} />}
        {asked === 'collection' && (
          <NameDialog
            title="New collection"
            onSave={async (name) => addTo((await createCollection(name)).id, name)}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Suspense>
    </section>
  );
}

const countOf = (count: number): string => (count === 1 ? '1 result' : `${count} results`);

interface ActionProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly isOff?: boolean;
  readonly onPress?: () => void;
}

function Action({ icon: Icon, name, isOff = false, onPress }: ActionProps) {
  return (
    <button type="button" className={classes.action} disabled={isOff} onClick={onPress}>
      <Icon size={16} aria-hidden="true" /> {name}
    </button>
  );
}

interface CollectionChoiceProps {
  readonly isOff: boolean;
  readonly onChoose: (id: string, name: string) => void;
  readonly onCreate: () => void;
}

const NEW = 'new';

function CollectionChoice({ isOff, onChoose, onCreate }: CollectionChoiceProps) {
  const { data = [] } = useQuery(collectionsQuery);
  return (
    <select
      className={classes.action}
      aria-label="Add to a collection"
      disabled={isOff}
      value=""
      onChange={({ currentTarget: { value } }) => {
        const name = data.find(({ id }) => id === value)?.name;
        if (value === NEW) onCreate();
        else if (name) onChoose(value, name);
      }}
    >
      <option value="" disabled>
        Add to …
      </option>
      {data.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value={NEW}>New collection …</option>
    </select>
  );
}
