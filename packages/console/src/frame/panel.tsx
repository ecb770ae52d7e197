import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PanelProps {
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly lead?: ReactNode;
  /** What can be done with what it shows. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a heading of its own. */
export function Panel({ title, lead, actions, children }: PanelProps) {
  return (
    <Paper component="section" withBorder p="lg" radius="md">
      <Stack gap="md">
        <div>
          <Group justify="space-between" gap="sm">
            <Title order={2} size="h4">
              {title}
            </Title>
            {actions !== undefined && <Group gap="xs">{actions}</Group>}
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
