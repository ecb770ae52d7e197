import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';

const LEAD =
  'One JSON file with your account, jobs with their prompts while they are kept, purchases, invoices, usage and security events. Images and videos are downloaded in the studio.';

/** Downloads everything that is kept of the account. */
export function ExportPanel() {
  const download = useMutation({
    // A download cannot ask for the password, so this call does.
    mutationFn: () => callConsole('/data/export', { method: 'POST', body: {} }),
    onSuccess: () => window.location.assign('/api/console/data/export'),
  });
  return (
    <Panel title="Export" lead={LEAD}>
      <Group>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          Download your data
        </Button>
      </Group>
      <Failure error={download.error} />
    </Panel>
  );
}
