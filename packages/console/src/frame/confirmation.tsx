import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';

/** The part of a mutation that a question needs. */
export interface AskedChange {
  readonly isPending: boolean;
  readonly error: Error | null;
}

interface ConfirmationProps {
  readonly title: string;
  /** The word on the button that does it. */
  readonly confirm: string;
  readonly change: AskedChange;
  readonly isDestructive?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What will happen. */
  readonly children: ReactNode;
}

/** Says what will happen, and asks, before it happens. */
export function Confirmation({
  title,
  confirm,
  change,
  isDestructive = false,
  onConfirm,
  onClose,
  children,
}: ConfirmationProps) {
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <Stack gap="md">
        <Text size="sm">{children}</Text>
        <Failure error={change.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            Back
          </Button>
          <Button {...(isDestructive && { color: 'red.9' })} loading={change.isPending} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
