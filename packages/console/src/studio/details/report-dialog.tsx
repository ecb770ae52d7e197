import { Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '../../frame/load-failure.tsx';
import { reportJob } from '../jobs/job-calls.ts';

interface ReportDialogProps {
  readonly jobId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const REASONS = [
  { value: 'csam', label: 'Sexual content with minors' },
  { value: 'nonconsensual', label: 'A person without their consent' },
  { value: 'copyright', label: 'Copyright' },
  { value: 'other', label: 'Something else' },
];
const DETAILS_MAX = 500;

export function ReportDialog({ jobId, isOpen, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState('other');
  const [details, setDetails] = useState('');
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => reportJob(jobId, reason, details.trim()),
  });
  return (
    <Modal opened={isOpen} onClose={onClose} title="Report this result" centered>
      {isSuccess ? (
        <Stack>
          <Text size="sm" role="status">
            The report is stored. A person will look at it.
          </Text>
          <Button onClick={onClose}>Close</Button>
        </Stack>
      ) : (
        <Stack>
          <Select
            label="Reason"
            data={REASONS}
            value={reason}
            allowDeselect={false}
            onChange={(value) => setReason(value ?? 'other')}
          />
          <Textarea
            label="Details"
            description="Optional; they help the reviewer."
            autosize
            minRows={2}
            maxLength={DETAILS_MAX}
            value={details}
            onChange={({ currentTarget }) => setDetails(currentTarget.value)}
          />
          {error !== null && <LoadFailure error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={isPending} onClick={() => mutate()}>
              Send the report
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
