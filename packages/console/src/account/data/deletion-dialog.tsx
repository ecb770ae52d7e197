import type { DeleteAccount, DeletionPreview } from '@kinora/contract';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { PasswordField } from '../../confirm/confirm-fields.tsx';
import { Failure } from '../../frame/failure.tsx';
import { usd } from '../../value/usd.ts';

interface DeletionDialogProps {
  readonly onClose: () => void;
  readonly preview: DeletionPreview;
  readonly email: string;
}

/** Asks for the address, the balance that is forfeited, and the password. */
export function DeletionDialog({ onClose, preview, email }: DeletionDialogProps) {
  const balance = preview.balance_cents;
  const [typed, setTyped] = useState('');
  const [amount, setAmount] = useState('');
  const [password, setPassword] = useState('');
  const remove = useMutation({
    mutationFn: () => {
      const body: DeleteAccount = { email: typed, password, forfeit_balance_cents: balance };
      return callConsole('/data/deletion', { method: 'POST', body });
    },
    onSuccess: () => window.location.assign('/'),
  });
  const namesAll = typed.trim().toLowerCase() === email && (balance === 0 || namesAmount(amount, balance));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (namesAll) remove.mutate();
  };
  return (
    <Modal opened onClose={onClose} title="Delete the account permanently?" centered>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={`Type ${email} to confirm`}
            styles={{ label: { overflowWrap: 'anywhere' } }}
            autoComplete="off"
            spellCheck={false}
            required
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {balance > 0 && (
            <TextInput
              label={`Type ${usd(balance)} to forfeit your balance`}
              autoComplete="off"
              required
              value={amount}
              onChange={(event) => setAmount(event.currentTarget.value)}
            />
          )}
          <PasswordField value={password} onChange={setPassword} />
          <Failure error={remove.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Keep the account
            </Button>
            <Button type="submit" color="red.9" disabled={!namesAll} loading={remove.isPending}>
              Delete it
            </Button>
          </Group>
          <Text size="xs" c="dimmed">
            You get an email when it is done.
          </Text>
        </Stack>
      </form>
    </Modal>
  );
}

/** `1,009.90 USD`, `1,009.90` and `1009.90` name 100990 cents. */
function namesAmount(typed: string, cents: number): boolean {
  const amount = typed.trim().replace(/\s*usd$/i, '');
  return amount.replaceAll(',', '') === (cents / 100).toFixed(2);
}
