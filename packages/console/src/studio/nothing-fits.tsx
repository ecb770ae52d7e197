import { Button, Center, Stack, Text } from '@mantine/core';
import type { JobFilter } from './jobs/job-calls.ts';
import { FAVOURITES, KEPT } from './library/library-calls.ts';

interface NothingFitsProps {
  readonly filter: JobFilter;
  readonly onFilter: (changed: Partial<JobFilter>) => void;
}

const NO_FILTER = { medium: undefined, status: undefined, words: undefined, shelf: undefined };

/** That nothing is found, in the words of what was sought, with the way back. */
export default function NothingFits({ filter, onFilter }: NothingFitsProps) {
  const [title, remedy] = wordsFor(filter);
  return (
    <Center mih={240}>
      <Stack gap="xs" align="center" ta="center" maw={400}>
        <Text fw={600}>{title}</Text>
        {remedy !== undefined && (
          <Text size="sm" c="dimmed">
            {remedy}
          </Text>
        )}
        <Button variant="default" size="xs" onClick={() => onFilter(NO_FILTER)}>
          Show all results
        </Button>
      </Stack>
    </Center>
  );
}

/** What is not there, and how something comes there. */
function wordsFor({ words, medium, status, shelf }: JobFilter): readonly [string, string?] {
  if (words !== undefined) return [`No prompt has the words “${words}”`];
  if (medium !== undefined || status !== undefined) return ['Nothing fits these filters'];
  if (shelf === FAVOURITES) return ['No favourites yet', 'Press the heart of a result to find it here.'];
  if (shelf === KEPT)
    return [
      'Nothing is kept yet',
      'Results are deleted after 7 days. Open one and press Keep, and it stays until you delete it.',
    ];
  return ['This collection is empty', 'Open a result, and put it here under Collections.'];
}
