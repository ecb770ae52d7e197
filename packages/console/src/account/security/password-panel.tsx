import { passwordMax, passwordMin } from '@kinora/contract';
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { PasswordField } from '../../confirm/confirm-fields.tsx';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { toast } from '../../frame/toast.tsx';
import { refreshSecurity } from './security-query.ts';

/** Changing the password, with the current one. */
export function PasswordPanel({ email }: { readonly email: string }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () =>
      callConsole('/password', {
        method: 'POST',
        body: { current_password: current, new_password: next },
      }),
    onSuccess: async () => {
      setCurrent('');
      setNext('');
      toast('Your password is changed. Other browsers are signed out.');
      await refreshSecurity();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Panel title="Password" lead="Changing it signs you out in every other browser.">
      <form onSubmit={submit}>
        <Stack gap="sm" maw={420}>
          {/* Password managers look for it. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField label="Current password" value={current} onChange={setCurrent} />
          <PasswordInput
            label="New password"
            description={`At least ${passwordMin} characters, and none of the most common passwords.`}
            autoComplete="new-password"
            minLength={passwordMin}
            maxLength={passwordMax}
            required
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          <Failure error={change.error} />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
