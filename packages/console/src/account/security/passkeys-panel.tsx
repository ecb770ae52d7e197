import { type PasskeyView, passkeyNameMax, type SecurityView } from '@kinora/contract';
import { Anchor, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { canUsePasskeys, makePasskey } from '../../confirm/passkey.ts';
import { ConfirmButton } from '../../frame/confirm-button.tsx';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Row, Rows } from '../../frame/rows.tsx';
import { Time } from '../../value/time.tsx';
import { refreshSecurity } from './security-query.ts';

const LEAD =
  'Sign in with your fingerprint, face or PIN instead of your password. A passkey counts as a second factor, and cannot be phished.';

/** The passkeys of a person. */
export function PasskeysPanel({ security }: { readonly security: SecurityView }) {
  const { passkeys } = security;
  return (
    <Panel title="Passkeys" lead={LEAD}>
      {passkeys.length > 0 && (
        <Rows label="Your passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </Rows>
      )}
      <AddPasskey security={security} />
    </Panel>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: PasskeyView }) {
  const { id, name, synced, created_at, used_at } = passkey;
  const remove = useMutation({
    mutationFn: () => callConsole(`/security/passkeys/${id}`, { method: 'DELETE' }),
    onSuccess: refreshSecurity,
  });
  return (
    <Row
      action={
        <ConfirmButton
          action={`Remove the passkey “${name}”`}
          short="Remove"
          change={remove}
          isDestructive
          size="xs"
        >
          You can no longer sign in with it. Delete it from your device or password manager too.
        </ConfirmButton>
      }
    >
      <Group gap="xs">
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {synced && (
          <Badge variant="default" tt="none">
            Synced
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        Added <Time at={created_at} />
        {used_at !== null && (
          <>
            , last used <Time at={used_at} />
          </>
        )}
      </Text>
    </Row>
  );
}

function AddPasskey({ security }: { readonly security: SecurityView }) {
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: async () => {
      const options = await callConsole<PublicKeyCredentialCreationOptionsJSON>(
        '/security/passkeys/options',
        { method: 'POST', body: {} },
      );
      const body = { name: name.trim(), response: await makePasskey(options) };
      await callConsole('/security/passkeys', { method: 'POST', body });
    },
    onSuccess: async () => {
      setName('');
      await refreshSecurity();
    },
  });
  if (!security.passkeys_work || !canUsePasskeys()) {
    return <Text size="sm">Passkeys need a recent browser and an address with a name and https.</Text>;
  }
  if (location.origin !== security.passkey_origin) {
    const address = `${security.passkey_origin}/account/security`;
    return (
      <Text size="sm">
        Passkeys do not work at this address. Open{' '}
        <Anchor href={address} underline="always">
          {address}
        </Anchor>{' '}
        instead.
      </Text>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Name of the new passkey"
            placeholder="My laptop"
            maxLength={passkeyNameMax}
            required
            style={{ flex: '1 1 14rem' }}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" loading={add.isPending}>
            Add a passkey
          </Button>
        </Group>
        <Failure error={add.error} />
      </Stack>
    </form>
  );
}
