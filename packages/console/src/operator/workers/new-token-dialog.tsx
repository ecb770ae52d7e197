import type { NewWorkerTokenView } from '@kinora/contract';
import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiProblem, callConsole } from '../../api/call.ts';

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
      <Modal opened onClose={onClose} title={`The token ${data.name}`} size="lg" closeOnClickOutside={false}>
        <Stack>
          <Text size="sm">It is shown only now. Start the worker with it:</Text>
          <Code block tabIndex={0}>{`KINORA_WORKER_TOKEN=${data.token}`}</Code>
          <Group justify="flex-end">
            <CopyButton value={data.token}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy the token'}
                </Button>
              )}
            </CopyButton>
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      </Modal>
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
            maxLength={100}
            autoComplete="off"
            data-autofocus
          />
          {error !== null && issue === undefined && (
            <Alert color="red" variant="light" role="alert">
              {error.message}
            </Alert>
          )}
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
