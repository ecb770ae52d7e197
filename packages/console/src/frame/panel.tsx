import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly lead?: ReactNode;
  /** Shown beside the title: a state, or an action on the content. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a heading of its own. */
export function Panel({ title, lead, aside, children }: PanelProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} aria-labelledby={id}>
      <Stack gap="md">
        <div>
          <Group justify="space-between" gap="sm">
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
            {aside !== undefined && <Group gap="xs">{aside}</Group>}
          </Group>
          {lead !== undefined && (
            <Text size="sm" c="dimmed" mt={4}>
              {lead}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
