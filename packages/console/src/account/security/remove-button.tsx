import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';

interface RemoveButtonProps {
  /** What it removes, as in “Remove the <name>?”. */
  readonly name: string;
  readonly consequence: string;
  readonly mutation: UseMutationResult<unknown, Error, void>;
}

/** A button that asks first, and says what happens. */
export function RemoveButton({ name, consequence, mutation }: RemoveButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={`Remove the ${name}`}>
        Remove
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Remove the ${name}?`} centered>
        <Stack gap="md">
          <Text size="sm">{consequence}</Text>
          {mutation.error !== null && (
            <Alert color="red" variant="light" role="alert">
              {mutation.error.message}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close} data-autofocus>
              Keep it
            </Button>
            <Button
              color="red.9"
              loading={mutation.isPending}
              onClick={() => mutation.mutate(undefined, { onSuccess: close })}
            >
              Remove
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
