import { Alert, Button, Group, SimpleGrid, Text } from '@mantine/core';
import { CopyButton } from '../../value/copy-button.tsx';

interface BackupCodeListProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** The backup codes, which are shown once. */
export function BackupCodeList({ codes, onDone }: BackupCodeListProps) {
  const text = codes.join('\n');
  return (
    <Alert color="ember" variant="light" title="Your backup codes" role="status">
      <Text size="sm" mb="sm">
        Each opens your account once when you do not have the app. Keep them where only you can find them:
        they are not shown again, and replace any earlier ones.
      </Text>
      <SimpleGrid
        component="ul"
        cols={{ base: 2, sm: 5 }}
        spacing="xs"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
      >
        {codes.map((code) => (
          <li key={code}>
            <Text ff="monospace" size="sm">
              {code}
            </Text>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="sm" mt="md">
        <CopyButton value={text} name="the codes" />
        <Button
          size="xs"
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="kinora-backup-codes.txt"
        >
          Download
        </Button>
        <Button size="xs" onClick={onDone}>
          I have saved them
        </Button>
      </Group>
    </Alert>
  );
}
