import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Refusal } from './refusal.tsx';

interface ConfirmButtonProps extends ButtonProps {
  /** On the button, and the title of the question. */
  readonly action: string;
  /** What will happen. */
  readonly children: ReactNode;
  readonly isDestructive?: boolean;
  readonly change: {
    readonly isPending: boolean;
    readonly error: Error | null;
    reset(): void;
    mutate(variables: undefined, options: { readonly onSuccess: () => void }): void;
  };
}

/** A button that says what will happen, and asks, before it happens. */
export function ConfirmButton({
  action,
  change,
  isDestructive = false,
  children,
  ...button
}: ConfirmButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const ask = () => {
    change.reset();
    open();
  };
  return (
    <>
      <Button variant="default" {...button} onClick={ask}>
        {action}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={action}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="md">
          <Text size="sm">{children}</Text>
          <Refusal error={change.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close} data-autofocus>
              Back
            </Button>
            <Button
              {...(isDestructive && { color: 'red.9' })}
              loading={change.isPending}
              onClick={() => change.mutate(undefined, { onSuccess: close })}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
