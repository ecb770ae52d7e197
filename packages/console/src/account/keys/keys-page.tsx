import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '../../frame/failure.tsx';
import { KeyCard } from './key-card.tsx';
import { CreateKeyDialog } from './key-dialogs.tsx';
import { keysQuery } from './keys-api.ts';

/** The API keys of the account. */
export function KeysPage() {
  const { data, error, refetch } = useQuery(keysQuery);
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="md">
        <div>
          <Title order={1}>API keys</Title>
          <Text c="dimmed">A key lets a program spend on your account. Give each program its own.</Text>
        </div>
        <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => setIsCreating(true)}>
          Create a key
        </Button>
      </Group>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={140} aria-label="Loading" />}
      {data?.keys.length === 0 && <Text>You have no key yet.</Text>}
      {data?.keys.map((key) => (
        <KeyCard key={key.id} keyView={key} />
      ))}
      {data !== undefined && data.live > 0 && (
        <Text size="sm" c="dimmed">
          {data.live} of {data.limit} keys. They share the limits of your account, and a suspension stops all
          of them.
        </Text>
      )}
      {isCreating && <CreateKeyDialog onClose={() => setIsCreating(false)} />}
    </Stack>
  );
}
