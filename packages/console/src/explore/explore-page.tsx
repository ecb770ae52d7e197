import { workSearchMax } from '@kinora/contract';
import { Button, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { Failure } from '../frame/failure.tsx';
import type { MediumFilter } from '../value/medium-filter.ts';
import { OpenedWork } from './opened-work.tsx';
import { useExploreAddress, useTypedWords } from './use-explore-address.ts';
import { useWorks } from './use-works.ts';
import { WorkGrid } from './work-grid.tsx';

const MEDIA: readonly { readonly value: MediumFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
];

/** What people published, newest first. */
export function ExplorePage() {
  const [{ work, words, medium }, show] = useExploreAddress();
  const [typed, setTyped] = useTypedWords(words, (typedWords) => show({ words: typedWords }));
  const found = useWorks(words, medium);
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
          maxLength={workSearchMax}
          onChange={(event) => setTyped(event.currentTarget.value)}
          flex="1 1 16rem"
          maw={420}
        />
        <SegmentedControl
          aria-label="Kind"
          data={[...MEDIA]}
          value={medium}
          onChange={(value) => show({ medium: value as MediumFilter })}
        />
      </Group>
      <Text role="status" size="sm" c="dimmed">
        {found.isPlaceholderData ? 'Searching …' : statusOf(works?.length, words, medium, hasNextPage)}
      </Text>
      <Failure error={error} onRetry={() => void found.refetch()} />
      <WorkGrid works={works} isPending={found.isPending} onOpen={(id) => show({ work: id })} />
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
      <OpenedWork id={work} works={works} onClose={() => show({ work: undefined })} />
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

const NONE: Readonly<Record<MediumFilter, string>> = { all: 'Nothing', image: 'No image', video: 'No video' };

function statusOf(count: number | undefined, words: string, medium: MediumFilter, hasMore: boolean): string {
  if (count === undefined) return '';
  if (count === 0 && words !== '') return `${NONE[medium]} that is published has “${words}” in its prompt.`;
  if (count === 0) return `${NONE[medium]} is published yet. Publish one of your results from the studio.`;
  const works = count === 1 ? '1 work' : `${count} works`;
  return hasMore ? `The newest ${works}` : works;
}
