import { Modal } from '@mantine/core';
import { ReportForm } from '../../report/report-form.tsx';

interface ReportDialogProps {
  readonly jobId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export default function ReportDialog({ jobId, isOpen, onClose }: ReportDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Report this result" centered>
      <ReportForm contentId={jobId} onDone={onClose} />
    </Modal>
  );
}
