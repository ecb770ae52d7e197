import type { ConfirmMethods, ConfirmRequest } from '@kinora/contract';
import { Anchor, Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { callConsole } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';
import { Failure } from '../frame/failure.tsx';
import { secondFactorAddress } from '../frame/sign-in-address.ts';
import type { ConfirmReason, Question } from './ask-to-confirm.ts';
import { BackupCodeField, CodeField, PasswordField } from './confirm-fields.tsx';
import { canUsePasskeys, provePasskey } from './passkey.ts';

type Method = keyof ConfirmRequest;

const NAMES: Readonly<Record<Method, string>> = {
  password: 'Password',
  passkey: 'Passkey',
  code: 'App code',
  backup_code: 'Backup code',
};

/**
 * Asks for a second factor that the account has, or for the password if it has none; the call that was refused is then
 * repeated.
 */
export function ConfirmDialog({
  question: { reason, why, answer: onAnswer },
}: {
  readonly question: Question;
}) {
  const methods = useQuery({
    queryKey: ['confirm'],
    queryFn: ({ signal }) => callConsole<ConfirmMethods>('/confirm', { signal }),
    staleTime: 0,
  });
  return (
    <Modal opened onClose={() => onAnswer(false)} title="Confirm that it is you" centered>
      <Stack gap="md">
        <Text size="sm">{why}</Text>
        {methods.error !== null && <Failure error={methods.error} onRetry={() => void methods.refetch()} />}
        {methods.data !== undefined && (
          <ConfirmForm methods={choices(methods.data, reason)} onAnswer={onAnswer} />
        )}
      </Stack>
    </Modal>
  );
}

/** What the account has, the quickest first; a browser without passkeys begins with the codes. */
function choices(has: ConfirmMethods, reason: ConfirmReason): readonly Method[] {
  const factors: readonly Method[] = canUsePasskeys()
    ? ['passkey', 'code', 'backup_code']
    : ['code', 'backup_code', 'passkey'];
  const asked: readonly Method[] = reason === 'second_factor_required' ? factors : [...factors, 'password'];
  return asked.filter((method) => has[method]);
}

interface ConfirmFormProps {
  readonly methods: readonly Method[];
  readonly onAnswer: (isConfirmed: boolean) => void;
}

function ConfirmForm({ methods, onAnswer }: ConfirmFormProps) {
  const [method, setMethod] = useState(methods[0]);
  const [typed, setTyped] = useState('');
  const form = useRef<HTMLFormElement>(null);
  // The dialog has taken the focus before it was known what to ask for.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus], [type=submit]')?.focus(), []);
  const confirm = useMutation({
    mutationFn: async (chosen: Method) => {
      const body = { [chosen]: chosen === 'passkey' ? await provePasskey() : typed };
      await callConsole('/confirm', { method: 'POST', body });
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
    onSuccess: () => onAnswer(true),
  });
  if (method === undefined) return <NoSecondFactor />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate(method);
  };
  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap="md">
        {methods.length > 1 && (
          <SegmentedControl
            fullWidth
            aria-label="Confirm with"
            data={methods.map((value) => ({ value, label: NAMES[value] }))}
            value={method}
            onChange={(value) => {
              setMethod(value as Method);
              setTyped('');
              confirm.reset();
            }}
          />
        )}
        {method === 'password' && <PasswordField value={typed} onChange={setTyped} />}
        {method === 'code' && <CodeField value={typed} onChange={setTyped} />}
        {method === 'backup_code' && <BackupCodeField value={typed} onChange={setTyped} />}
        {method !== 'password' && (
          <Text size="xs" c="dimmed">
            Lost it? The operator of this service can remove your second factor.
          </Text>
        )}
        <Failure error={confirm.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={confirm.isPending}
            data-autofocus={method === 'passkey' || undefined}
          >
            {method === 'passkey' ? 'Use your passkey' : 'Confirm'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NoSecondFactor() {
  return (
    <Text size="sm">
      You have none yet.{' '}
      <Anchor href={secondFactorAddress()}>Set up a passkey or an authenticator app</Anchor>, then try again.
    </Text>
  );
}
