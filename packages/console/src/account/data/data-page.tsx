import { Stack, Title } from '@mantine/core';
import { DeletionPanel } from './deletion-panel.tsx';
import { ExportPanel } from './export-panel.tsx';

/** A person's own data: taking it along, and deleting the account. */
export function DataPage() {
  return (
    <Stack gap="lg" maw={760}>
      <Title order={1}>Your data</Title>
      <ExportPanel />
      <DeletionPanel />
    </Stack>
  );
}
