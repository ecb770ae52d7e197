import { operatorReasonMax, operatorReasonMin } from '@kinora/contract';
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiProblem, callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { toast } from '../../frame/toast.tsx';

export interface Action {
  /** Below /api/console/operator. */
  readonly path: string;
  readonly title: string;
  /** What happens, and what does not. */
  readonly consequences: ReactNode;
  /** The word on the button. */
  readonly confirm: string;
  readonly isDangerous?: boolean;
  /** What the notification says afterwards. */
  readonly done: string;
  /** The fields of the request besides the reason; undefined while they are not valid. */
  readonly body: () => object | undefined;
  /** Further fields of the form. */
  readonly fields?: (issueOf: (path: string) => string | undefined) => ReactNode;
}

interface ReasonDialogProps {
  readonly action: Action;
  readonly onClose: () => void;
  /** Instead of `onClose`, once it is done. */
  readonly onDone?: () => void;
}

/** Asks for the reason of an action, which the audit log keeps, and says what will happen. */
export function ReasonDialog({ action, onClose, onDone = onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (body: object) =>
      callConsole<object>(`/operator${action.path}`, { method: 'POST', body: { ...body, reason } }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['operator'] });
      toast(action.done);
      onDone();
    },
  });
  const { error } = change;
  const issues = error instanceof ApiProblem ? error.issues : [];
  const placed = new Set<string>();
  const issueOf = (path: string) => {
    placed.add(path);
    return issues.find((issue) => issue.path === path)?.message;
  };
  const fields = action.fields?.(issueOf);
  const reasonIssue = issueOf('reason');
  const isPlaced = issues.some(({ path }) => placed.has(path));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = action.body();
    if (body !== undefined) change.mutate(body);
  };
  return (
    <Modal opened onClose={onClose} title={action.title} size="md">
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{action.consequences}</Text>
          {fields}
          <Textarea
            label="Reason"
            description="Kept in the audit log with your name."
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={reasonIssue}
            required
            minLength={operatorReasonMin}
            maxLength={operatorReasonMax}
            autosize
            minRows={2}
            data-autofocus={fields === undefined ? true : undefined}
          />
          <Failure error={isPlaced ? null : error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Back
            </Button>
            <Button
              type="submit"
              loading={change.isPending}
              {...(action.isDangerous === true && { color: 'red.9' })}
            >
              {action.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
