import { type NewWorkerTokenView, workerNameMax } from '@kinora/contract';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiProblem, callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { ShownOnce } from '../../value/shown-once.tsx';

/** Creates a token of a worker, and shows it once. */
export function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      callConsole<NewWorkerTokenView>('/operator/worker-tokens', { method: 'POST', body: { name } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['operator', 'workers'] }),
  });
  const { data, error } = create;
  const issue = error instanceof ApiProblem ? error.issues[0]?.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  if (data !== undefined) {
    return (
      <ShownOnce
        title={`The token ${data.name}`}
        name="the setting of the worker"
        value={`KINORA_WORKER_TOKEN=${data.token}`}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal opened onClose={onClose} title="New token" size="md">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description="Such as the machine’s: letters, digits and . _ : -"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={issue}
            required
            maxLength={workerNameMax}
            autoComplete="off"
            data-autofocus
          />
          <Failure error={issue === undefined ? error : null} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Back
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create it
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
