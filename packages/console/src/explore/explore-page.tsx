import { Button, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';
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
  const [openId, setOpenId] = useState<string>();
  const { works, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useWorks(
    search,
    kind,
  );
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
        {statusOf(works?.length, search, hasNextPage)}
      </Text>
      <Failure error={error} onRetry={() => void refetch()} />
      <WorkGrid works={works} isPending={isPending} onOpen={setOpenId} />
      {hasNextPage && (
        <Button variant="default" onClick={() => void fetchNextPage()} loading={isFetchingNextPage} mx="auto">
          Show more
        </Button>
      )}
      <OpenedWork work={works?.find(({ id }) => id === openId)} onClose={() => setOpenId(undefined)} />
    </Stack>
  );
}

function statusOf(count: number | undefined, search: string, hasMore: boolean): string {
  if (count === undefined) return '';
  if (count === 0 && search !== '') return `Nothing published has “${search}” in its prompt.`;
  if (count === 0) return 'Nothing is published yet. Publish a result of yours from the studio.';
  const works = count === 1 ? '1 work' : `${count} works`;
  return hasMore ? `The newest ${works}` : works;
}
