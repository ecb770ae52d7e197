import { Button, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue, useIntersection } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Failure } from '../frame/failure.tsx';
import { OpenedWork } from './opened-work.tsx';
import { useWorks, type WorkKind } from './use-works.ts';
import { WorkGrid } from './work-grid.tsx';

const KINDS: readonly { readonly value: WorkKind; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
];

/** What people published, newest first. */
export function ExplorePage() {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const [kind, setKind] = useState<WorkKind>('all');
  const [openId, open] = useOpenWork();
  const found = useWorks(search, kind);
  const { works, error, hasNextPage } = found;
  const end = useLoadingNear(found);
  return (
    <Stack gap="lg">
      <Title order={1}>Explore</Title>
      <Group>
        <TextInput
          type="search"
          aria-label="Search the prompts"
          placeholder="Search the prompts"
          leftSection={<Search size={16} aria-hidden="true" />}
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.currentTarget.value)}
          flex="1 1 16rem"
          maw={420}
        />
        <SegmentedControl
          aria-label="Kind"
          data={[...KINDS]}
          value={kind}
          onChange={(value) => setKind(value as WorkKind)}
        />
      </Group>
      <Text role="status" size="sm" c="dimmed">
        {found.isPlaceholderData ? 'Searching …' : statusOf(works?.length, search, hasNextPage)}
      </Text>
      <Failure error={error} onRetry={() => void found.refetch()} />
      <WorkGrid works={works} isPending={found.isPending} onOpen={open} />
      {hasNextPage && (
        <Button
          ref={end}
          variant="default"
          onClick={() => void found.fetchNextPage()}
          loading={found.isFetchingNextPage}
          mx="auto"
        >
          Show more
        </Button>
      )}
      <OpenedWork id={openId} works={works} onClose={() => open(undefined)} />
    </Stack>
  );
}

/** Loads more before the end is scrolled to; after a failure, only the button does. */
function useLoadingNear({
  hasNextPage,
  isFetching,
  isFetchNextPageError,
  fetchNextPage,
}: ReturnType<typeof useWorks>) {
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const isDue = entry?.isIntersecting === true && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
  return ref;
}

/** The open work is in the address, so that it can be shared and the back button closes it. */
function useOpenWork() {
  const { work } = useSearch({ strict: false }) as { readonly work?: unknown };
  const navigate = useNavigate();
  const open = (id: string | undefined): void => {
    const search = id === undefined ? {} : { work: id };
    void navigate({ to: '.', search, replace: id === undefined, resetScroll: false } as never);
  };
  return [work === undefined ? undefined : String(work), open] as const;
}

function statusOf(count: number | undefined, search: string, hasMore: boolean): string {
  if (count === undefined) return '';
  if (count === 0 && search !== '') return `Nothing published has “${search}” in its prompt.`;
  if (count === 0) return 'Nothing is published yet. Publish a result of yours from the studio.';
  const works = count === 1 ? '1 work' : `${count} works`;
  return hasMore ? `The newest ${works}` : works;
}
