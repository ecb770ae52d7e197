import { Button, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';

/** Shown when a page cannot be drawn, or when its script is gone because the service was updated. */
export function PageFailure({ error }: ErrorComponentProps) {
  return (
    <Stack align="flex-start" maw={560} mx="auto" mt="xl" role="alert">
      <Title order={1}>This page failed</Title>
      <Text>
        There may be no connection, or the service was updated while the page was open. Nothing you did is
        lost.
      </Text>
      <Text size="sm" c="dimmed">
        {error instanceof Error ? error.message : String(error)}
      </Text>
      <Button onClick={() => window.location.reload()}>Load it again</Button>
    </Stack>
  );
}
