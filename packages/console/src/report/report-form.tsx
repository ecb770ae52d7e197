import { reportDetailsMax } from '@kinora/contract';
import { Button, Group, Select, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callJobApi } from '../api/access-token.ts';
import { Failure } from '../frame/failure.tsx';
import { toast } from '../frame/toast.tsx';

interface ReportFormProps {
  /** The name of the result, or the id of its job. */
  readonly contentId: string;
  readonly onDone: () => void;
}

const REASONS = [
  { value: 'csam', label: 'It sexualizes a minor' },
  { value: 'nonconsensual', label: 'It shows somebody in an intimate situation without their consent' },
  { value: 'copyright', label: 'It infringes a copyright or a trademark' },
  { value: 'other', label: 'Another reason' },
];

/** Reports a result to the operator. */
export function ReportForm({ contentId, onDone }: ReportFormProps) {
  const [reason, setReason] = useState<string | null>(null);
  const [details, setDetails] = useState('');
  const report = useMutation({
    mutationFn: () =>
      callJobApi('/report', {
        method: 'POST',
        body: { content_id: contentId, reason, ...(details.trim() !== '' && { details: details.trim() }) },
      }),
    onSuccess() {
      toast('Thank you. A person will look at it.');
      onDone();
    },
  });
  return (
    <Stack
      component="form"
      gap="sm"
      maw={420}
      onSubmit={(event) => {
        event.preventDefault();
        report.mutate();
      }}
    >
      <Select
        label="What is wrong with it?"
        data={REASONS}
        value={reason}
        onChange={setReason}
        placeholder="Choose a reason"
        withAsterisk
      />
      <Textarea
        label="Details"
        description="What the reviewer should know; optional."
        value={details}
        maxLength={reportDetailsMax}
        autosize
        minRows={2}
        onChange={(event) => setDetails(event.currentTarget.value)}
      />
      <Failure error={report.error} />
      <Group>
        <Button type="submit" disabled={reason === null} loading={report.isPending}>
          Send the report
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
