import { reportDetailsMax } from '@kinora/contract';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callConsole } from '../api/call.ts';
import { Failure } from '../frame/failure.tsx';
import { toast } from '../frame/toast.tsx';

interface ReportFormProps {
  /** The name of the result, or the id of its job. */
  readonly contentId: string;
  readonly onDone: () => void;
}

const REASONS = [
  { reason: 'csam', label: 'It sexualizes a minor' },
  { reason: 'nonconsensual', label: 'It is intimate, without the person’s consent' },
  { reason: 'copyright', label: 'It infringes a copyright or a trademark' },
  { reason: 'other', label: 'Another reason' },
];

/** Reports a result to the operator, signed in or not: the reason sends it. */
export function ReportForm({ contentId, onDone }: ReportFormProps) {
  const [details, setDetails] = useState('');
  const report = useMutation({
    mutationFn: (reason: string) =>
      callConsole('/report', {
        method: 'POST',
        body: { content_id: contentId, reason, ...(details.trim() !== '' && { details: details.trim() }) },
      }),
    onSuccess() {
      toast('Thank you. A person will look at it.');
      onDone();
    },
  });
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers return a promise, which React would take for what ends the effect.
    void form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Stack ref={form} gap="sm" maw={420} role="group" aria-label="Report it">
      <Text size="sm" fw={500}>
        What is wrong with it? Your choice sends the report.
      </Text>
      <Textarea
        label="Details"
        description="What the reviewer should know, before you choose; optional."
        value={details}
        maxLength={reportDetailsMax}
        autosize
        minRows={2}
        onChange={(event) => setDetails(event.currentTarget.value)}
      />
      {REASONS.map(({ reason, label }) => (
        <Button
          key={reason}
          variant="default"
          justify="flex-start"
          ta="start"
          disabled={report.isPending}
          loading={report.isPending && report.variables === reason}
          onClick={() => report.mutate(reason)}
        >
          {label}
        </Button>
      ))}
      <Failure error={report.error} />
      <Button variant="subtle" color="gray" onClick={onDone}>
        Cancel
      </Button>
    </Stack>
  );
}
