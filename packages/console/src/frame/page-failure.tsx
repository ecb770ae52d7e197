import { Button, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { EndOfFirstView } from './first-view.ts';

interface PageBoundaryState {
  readonly failure: { readonly error: unknown } | undefined;
}

/** Shows what is said of a page that cannot be drawn, in its place. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, PageBoundaryState> {
  override state: PageBoundaryState = { failure: undefined };

  static getDerivedStateFromError(error: unknown): PageBoundaryState {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === undefined ? this.props.children : <PageFailure error={failure.error} />;
  }
}

/** Shown when a page cannot be drawn, or when its script is gone because the service was updated. */
function PageFailure({ error }: { readonly error: unknown }) {
  return (
    <Stack align="flex-start" maw={560} mx="auto" mt="xl" role="alert">
      <EndOfFirstView />
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
