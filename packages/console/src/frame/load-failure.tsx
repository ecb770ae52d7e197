import { Alert, Button, Group, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';

interface LoadFailureProps {
  readonly error: Error;
  readonly onRetry?: () => void;
}

/** Why something could not be shown, in the service's own sentence, with a way to try again. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  return (
    <Alert color="red" variant="light" icon={<TriangleAlert size={18} aria-hidden="true" />} role="alert">
      <Group justify="space-between" gap="md">
        <Text size="sm">{error.message}</Text>
        {onRetry !== undefined && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
