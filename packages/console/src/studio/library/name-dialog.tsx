import { libraryNameMax } from '@kinora/contract';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../frame/failure.tsx';

interface NameDialogProps {
  readonly title: string;
  readonly name?: string;
  readonly onSave: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the name of a collection or of a template. */
export default function NameDialog({ title, name = '', onSave, onClose }: NameDialogProps) {
  const [typed, setTyped] = useState(name);
  const saving = useMutation({ mutationFn: () => onSave(typed.trim()), onSuccess: onClose });
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') saving.mutate();
        }}
      >
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={libraryNameMax}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Failure error={saving.error} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" loading={saving.isPending}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
