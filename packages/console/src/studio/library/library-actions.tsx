import type { JobApiJobStatus } from '@kinora/contract';
import { Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Bookmark, FolderPlus, Heart } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { announce } from '../announcer.tsx';
import { createCollection } from './collection-calls.ts';
import classes from './library-actions.module.css';
import { collect, collectionsQuery, FAVOURITES, keep, stopKeeping } from './library-calls.ts';
import { marksOf } from './marks.ts';
import { usePriceOfKeeping } from './price-of-keeping.ts';

const NameDialog = lazy(() => import('./name-dialog.tsx'));

/** Keeps a result, marks it and puts it into collections. */
export function LibraryActions({ job }: { readonly job: JobApiJobStatus }) {
  const { job_id: id } = job;
  const { kept, gone, favourite } = marksOf(job);
  const keeping = useMutation({
    mutationFn: () => (kept ? stopKeeping(id) : keep([id])),
    onSuccess: () => announce(kept ? 'It is no longer kept.' : 'Kept until you delete it.'),
  });
  const marking = useMutation({ mutationFn: () => collect(FAVOURITES, [id], !favourite) });
  const price = usePriceOfKeeping();
  const error = keeping.error ?? marking.error;
  return (
    <>
      {!gone && (
        <Button
          variant="default"
          loading={keeping.isPending}
          leftSection={<Bookmark size={16} fill={kept ? 'currentColor' : 'none'} aria-hidden="true" />}
          onClick={() => keeping.mutate()}
        >
          {kept ? 'Stop keeping' : 'Keep'}
        </Button>
      )}
      <Button
        variant="default"
        aria-pressed={favourite}
        leftSection={<Heart size={16} fill={favourite ? 'currentColor' : 'none'} aria-hidden="true" />}
        onClick={() => marking.mutate()}
      >
        Favourite
      </Button>
      {price !== undefined && !gone && !kept && (
        <Text size="xs" c="dimmed" className={classes.wide ?? ''}>
          {price}
        </Text>
      )}
      <Collections job={job} />
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" className={classes.wide ?? ''}>
          {error.message}
        </Text>
      )}
    </>
  );
}

/** The collections, with those that the result is in. */
function Collections({ job }: { readonly job: JobApiJobStatus }) {
  const { data = [] } = useQuery(collectionsQuery);
  const [isNaming, setNaming] = useState(false);
  const { collections } = marksOf(job);
  const changing = useMutation({
    mutationFn: ({ id, isIn }: { readonly id: string; readonly isIn: boolean }) =>
      collect(id, [job.job_id], isIn),
  });
  return (
    <details className={classes.collections}>
      <summary>
        <FolderPlus size={16} aria-hidden="true" /> Collections
        {collections.length > 0 && ` (${collections.length})`}
      </summary>
      {data.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={collections.includes(id)}
            onChange={({ currentTarget: { checked } }) => changing.mutate({ id, isIn: checked })}
          />
          <bdi>{name}</bdi>
        </label>
      ))}
      <Button size="compact-sm" variant="subtle" onClick={() => setNaming(true)}>
        New collection …
      </Button>
      {changing.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {changing.error.message}
        </Text>
      )}
      <Suspense>
        {isNaming && (
          <NameDialog
            title="New collection"
            onSave={async (name) => collect((await createCollection(name)).id, [job.job_id], true)}
            onClose={() => setNaming(false)}
          />
        )}
      </Suspense>
    </details>
  );
}
