import { workSearchMax } from '@kinora/contract';
import { useCallback, useEffect } from 'react';
import { Failure } from '../frame/failure.tsx';
import { EndOfFirstView } from '../frame/first-view.ts';
import type { MediumFilter } from '../value/medium-filter.ts';
import './explore.css';
import { OpenedWork } from './opened-work.tsx';
import { newVisit, useChosenBefore, useExploreAddress, useTypedWords } from './use-explore-address.ts';
import { useWorks, type WorkOrder } from './use-works.ts';
import { WorkGrid } from './work-grid.tsx';

const MEDIA: readonly { readonly value: MediumFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
];

/** So many works before the end of those that are loaded, more are. */
const AHEAD = 3;

/** What people published. */
export function ExplorePage() {
  const [{ work, words, medium, order }, show] = useExploreAddress();
  useChosenBefore(show);
  const { typed, setTyped, field } = useTypedWords(words, (typedWords) => show({ words: typedWords }));
  const found = useWorks(words, medium, order);
  const { works, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = found;
  // After a failure, only the button does.
  const mayLoad = hasNextPage && !isFetching && !isFetchNextPageError;
  const loadMore = useCallback(() => {
    if (mayLoad) void fetchNextPage();
  }, [mayLoad, fetchNextPage]);
  const opened = works?.findIndex(({ id }) => id === work) ?? -1;
  const isLastOpened = opened >= 0 && opened >= (works?.length ?? 0) - AHEAD;
  useEffect(() => {
    if (isLastOpened) loadMore();
  }, [isLastOpened, loadMore]);
  const isEmpty = works?.length === 0 && !found.isPlaceholderData;
  return (
    <>
      <EndOfFirstView />
      <div className="explore-bar">
        <h1 className="explore-title">Explore</h1>
        <input
          className="explore-search"
          type="search"
          aria-label="Search the prompts"
          placeholder="Search the prompts"
          value={typed}
          ref={field}
          maxLength={workSearchMax}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Media value={medium} onChange={(value) => show({ medium: value })} />
        <Order value={order} onChange={(value) => show({ order: value })} />
        <p role="status" className={isEmpty ? 'explore-empty' : 'explore-status'}>
          {found.isPlaceholderData ? 'Searching …' : statusOf(works?.length, words, medium, hasNextPage)}
        </p>
      </div>
      <Failure error={error} onRetry={() => void found.refetch()} />
      <WorkGrid
        works={works}
        hasMore={hasNextPage}
        onOpen={(id) => show({ work: id })}
        onNearEnd={loadMore}
      />
      {hasNextPage && (
        <button
          type="button"
          className="explore-more"
          disabled={found.isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {found.isFetchingNextPage ? 'Loading …' : 'Show more'}
        </button>
      )}
      <OpenedWork
        id={work}
        works={works}
        onClose={() => show({ work: undefined })}
        onOpen={(id) => show({ work: id })}
      />
    </>
  );
}

interface ChoiceProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function Media({ value, onChange }: ChoiceProps<MediumFilter>) {
  return (
    <div className="explore-media" role="radiogroup" aria-label="Kind">
      {MEDIA.map((medium) => (
        <label key={medium.value}>
          <input
            type="radio"
            name="kind"
            checked={value === medium.value}
            onChange={() => onChange(medium.value)}
          />
          {medium.label}
        </label>
      ))}
    </div>
  );
}

/** Shuffled works are a choice that can be made again. */
function Order({ value, onChange }: ChoiceProps<WorkOrder>) {
  const isShuffled = typeof value === 'object';
  return (
    <div className="explore-order">
      <select
        aria-label="Order"
        value={isShuffled ? 'shuffled' : value}
        onChange={({ currentTarget: { value: chosen } }) =>
          onChange(chosen === 'shuffled' ? newVisit() : chosen === 'oldest' ? chosen : 'newest')
        }
      >
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
        <option value="shuffled">Shuffled</option>
      </select>
      {isShuffled && (
        <button type="button" onClick={() => onChange(newVisit())}>
          Shuffle again
        </button>
      )}
    </div>
  );
}

const NONE: Readonly<Record<MediumFilter, string>> = { all: 'Nothing', image: 'No image', video: 'No video' };

function statusOf(count: number | undefined, words: string, medium: MediumFilter, hasMore: boolean): string {
  if (count === undefined) return '';
  if (count === 0 && words !== '') return `${NONE[medium]} that is published has “${words}” in its prompt.`;
  if (count === 0) return `${NONE[medium]} is published yet. Publish one of your results from the studio.`;
  const works = count === 1 ? '1 work' : `${count} works`;
  return hasMore ? `The first ${works}` : works;
}
