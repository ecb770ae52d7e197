import { resultsAtOnceMax } from '@kinora/contract';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, Columns2, Download, Globe, Heart, type LucideIcon, Trash2, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { toast } from '../../frame/toast.tsx';
import { deleteSoon } from '../deletions/delete-soon.ts';
import { createCollection } from './collection-calls.ts';
import { collect, collectionsQuery, FAVOURITES, keep } from './library-calls.ts';
import { marksOf } from './marks.ts';
import { usePriceOfKeeping } from './price-of-keeping.ts';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

const NameDialog = lazy(() => import('./name-dialog.tsx'));
const Confirmation = lazy(() =>
  import('../../frame/confirmation.tsx').then((file) => ({ default: file.Confirmation })),
);
const PublishMany = lazy(() => import('./publish-many.tsx'));

type Asked = 'keep' | 'publish' | 'collection';

/** What is done with all results that are chosen. */
export default function SelectionBar({ selection }: { readonly selection: Selection }) {
  const { jobs, ids, clear, comparison } = selection;
  const [asked, setAsked] = useState<Asked>();
  const [isBusy, setBusy] = useState(false);
  const readyJobs = jobs.filter(({ status }) => status === 'completed');
  const ready = readyJobs.map(({ job_id: id }) => id);
  const areFavourites = jobs.every((job) => marksOf(job).favourite);
  const isSendable = ready.length > 0 && ready.length <= resultsAtOnceMax;
  const price = usePriceOfKeeping();
  /** Does it, and says what became of it. */
  const act = async (change: () => Promise<string>): Promise<void> => {
    setAsked(undefined);
    setBusy(true);
    toast(await change().catch(({ message }: Error) => message));
    setBusy(false);
  };
  const keepAll = (): void => void act(() => keepAndSay(ready));
  const addTo = (id: string, name: string): void =>
    void act(async () => {
      await collect(id, ready, true);
      return `Added ${countOf(ready.length)} to ${name}.`;
    });
  const favour = (): void =>
    void act(async () => {
      await collect(FAVOURITES, ids, !areFavourites);
      return areFavourites ? 'No longer favourites.' : `Marked ${countOf(ids.length)} as favourites.`;
    });
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
      <Action
        icon={Bookmark}
        name="Keep"
        isOff={isBusy || ready.length === 0}
        onPress={price === undefined ? keepAll : () => setAsked('keep')}
      />
      <Action
        icon={Heart}
        name={areFavourites ? 'Unfavourite' : 'Favourite'}
        isOff={isBusy}
        onPress={favour}
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
      <Questions
        asked={asked}
        jobs={readyJobs}
        price={price}
        onKeep={keepAll}
        onCollect={addTo}
        onClose={() => setAsked(undefined)}
      />
    </section>
  );
}

interface QuestionsProps {
  readonly asked: Asked | undefined;
  readonly jobs: Selection['jobs'];
  readonly price: string | undefined;
  readonly onKeep: () => void;
  readonly onCollect: (id: string, name: string) => void;
  readonly onClose: () => void;
}

/** What is asked before it is done. */
function Questions({ asked, jobs, price, onKeep, onCollect, onClose }: QuestionsProps) {
  return (
    <Suspense>
      {asked === 'keep' && (
        <Confirmation
          title={`Keep ${countOf(jobs.length)} beyond the 7 days?`}
          confirm="Keep"
          change={NO_CHANGE}
          onConfirm={onKeep}
          onClose={onClose}
        >
          {price}
        </Confirmation>
      )}
      {asked === 'publish' && <PublishMany jobs={jobs} onClose={onClose} />}
      {asked === 'collection' && (
        <NameDialog
          title="New collection"
          onSave={async (name) => onCollect((await createCollection(name)).id, name)}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}

/** What is kept is said in a toast. */
const NO_CHANGE = { isPending: false, error: null };

/** One refusal ends it: the others would be refused too. */
async function keepAndSay(jobIds: readonly string[]): Promise<string> {
  let kept = 0;
  try {
    await keep(jobIds, () => {
      kept += 1;
    });
    return `Kept ${countOf(kept)}.`;
  } catch (error) {
    const { message } = error as Error;
    return kept === 0 ? message : `Kept ${kept} of ${jobIds.length}. ${message}`;
  }
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
