import type { AppSecretView, BackupCodes, SecurityView } from '@kinora/contract';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { ConfirmButton } from '../../frame/confirm-button.tsx';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Row } from '../../frame/rows.tsx';
import { AppSetUp } from './app-set-up.tsx';
import { BackupCodeList } from './backup-code-list.tsx';
import { refreshSecurity } from './security-query.ts';

const LEAD =
  'An app on your phone shows a new code every 30 seconds. Signing in asks for it after your password.';

/** The authenticator app of a person and its backup codes. */
export function AppPanel({ security }: { readonly security: SecurityView }) {
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Panel title="Authenticator app" lead={LEAD}>
      {security.authenticator_app ? (
        <CurrentApp left={security.backup_codes_left} onCodes={setCodes} />
      ) : (
        <NewApp onCodes={setCodes} />
      )}
      {codes !== undefined && <BackupCodeList codes={codes} onDone={() => setCodes(undefined)} />}
    </Panel>
  );
}

interface CodesProps {
  readonly onCodes: (codes: readonly string[] | undefined) => void;
}

function CurrentApp({ left, onCodes }: CodesProps & { readonly left: number }) {
  const remove = useMutation({
    mutationFn: () => callConsole('/security/app', { method: 'DELETE' }),
    onSuccess: async () => {
      onCodes(undefined);
      await refreshSecurity();
    },
  });
  const issue = useMutation({
    mutationFn: () => callConsole<BackupCodes>('/security/backup-codes', { method: 'POST', body: {} }),
    onSuccess: async ({ backup_codes }) => {
      onCodes(backup_codes);
      await refreshSecurity();
    },
  });
  return (
    <>
      <Row
        action={
          <Group gap="sm">
            <Button variant="default" size="xs" loading={issue.isPending} onClick={() => issue.mutate()}>
              New backup codes
            </Button>
            <ConfirmButton
              action="Remove the authenticator app"
              short="Remove"
              change={remove}
              isDestructive
              size="xs"
            >
              Signing in will ask for your password only. Its backup codes stop working too.
            </ConfirmButton>
          </Group>
        }
      >
        <Badge variant="default" tt="none">
          On
        </Badge>
        <Text size="sm" c="dimmed" mt={4}>
          {left === 1 ? '1 backup code is left.' : `${left} backup codes are left.`}
        </Text>
      </Row>
      <Failure error={issue.error} />
    </>
  );
}

function NewApp({ onCodes }: CodesProps) {
  const start = useMutation({
    mutationFn: () => callConsole<AppSecretView>('/security/app', { method: 'POST', body: {} }),
  });
  if (start.data !== undefined) {
    return <AppSetUp secret={start.data} onCancel={start.reset} onCodes={onCodes} />;
  }
  return (
    <>
      <Group>
        <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
          Set up an authenticator app
        </Button>
      </Group>
      <Failure error={start.error} />
    </>
  );
}
