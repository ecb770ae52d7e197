import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface ShownOnceProps {
  readonly title: string;
  /** What the value is, for the names of its field and button: `the key`. */
  readonly name: string;
  readonly value: string;
  readonly onClose: () => void;
  /** What else to know about it. */
  readonly children?: ReactNode;
}

/** The only place where a secret is shown; neither Escape nor a click beside it closes it. */
export function ShownOnce({ title, name, value, onClose, children }: ShownOnceProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm">Copy it now: it is shown only this once.</Text>
        <Group gap="sm" wrap="nowrap" align="center">
          <Code
            block
            flex={1}
            style={{ wordBreak: 'break-all', whiteSpace: 'pre-wrap' }}
            aria-label={`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`}
          >
            {value}
          </Code>
          <CopyButton value={value} name={name} variant="filled" isFirst />
        </Group>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            I have it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
