import { Button, Group, Modal, Text } from '@mantine/core';

interface MissingJobProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Answers an address with a job that is not there, such as an old bookmark. */
export default function MissingJob({ isOpen, onClose }: MissingJobProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="This result does not exist or was deleted" centered>
      <Text size="sm">
        Results are deleted after 7 days unless you keep them. Or it belongs to another account than yours.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={onClose}>
          Show your results
        </Button>
      </Group>
    </Modal>
  );
}
