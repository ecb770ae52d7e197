import type { AppSecretView, BackupCodes } from '@kinora/contract';
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { CodeField } from '../../confirm/confirm-fields.tsx';
import { Failure } from '../../frame/failure.tsx';
import { QrCode } from './qr-code.tsx';
import { refreshSecurity } from './security-query.ts';

interface AppSetUpProps {
  readonly secret: AppSecretView;
  readonly onCancel: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** The QR code for the app, and the first code that the app shows. */
export function AppSetUp({ secret, onCancel, onCodes }: AppSetUpProps) {
  const [code, setCode] = useState('');
  const prove = useMutation({
    mutationFn: () => callConsole<BackupCodes>('/security/app/code', { method: 'POST', body: { code } }),
    onSuccess: async ({ backup_codes }) => {
      onCodes(backup_codes);
      await refreshSecurity();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    prove.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">1. Scan this with your authenticator app.</Text>
        <Group gap="lg" align="center">
          <QrCode text={secret.uri} label="QR code for your authenticator app" />
          <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
            <Text size="sm" c="dimmed" mb={4}>
              Cannot scan? Enter this key, time-based:
            </Text>
            <Code style={{ overflowWrap: 'anywhere' }}>{secret.secret.replace(/.{4}(?=.)/g, '$& ')}</Code>
          </div>
        </Group>
        <Text size="sm">2. Enter the code that it shows.</Text>
        <CodeField value={code} onChange={setCode} />
        <Failure error={prove.error} />
        <Group gap="sm">
          <Button type="submit" loading={prove.isPending}>
            Turn it on
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
