import { type EmailChange, emailMax, type SecurityView } from '@kinora/contract';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { refreshSecurity } from './security-query.ts';

/** Changing the email address that a person signs in with. */
export function AddressPanel({ security }: { readonly security: SecurityView }) {
  const [email, setEmail] = useState('');
  const change = useMutation({
    mutationFn: () => callConsole<EmailChange>('/email', { method: 'POST', body: { email } }),
    onSuccess: async () => {
      setEmail('');
      await refreshSecurity();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  const lead = security.confirms_email
    ? 'We send a link to the new address; it is used once you have opened the link.'
    : 'You sign in with it from then on.';
  return (
    <Panel title="Email address" lead={lead}>
      <Text style={{ overflowWrap: 'anywhere' }}>{security.email}</Text>
      {security.pending_email !== null && (
        <Alert variant="light" role="status">
          A link was sent to {security.pending_email}. Open it in this browser within an hour.
        </Alert>
      )}
      <form onSubmit={submit}>
        <Stack gap="sm" maw={420}>
          <TextInput
            label="New address"
            type="email"
            autoComplete="email"
            maxLength={emailMax}
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Failure error={change.error} />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              Change the address
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
