import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { askToConfirm } from '../confirm/ask-to-confirm.ts';
import { secondFactorAddress } from './sign-in-address.ts';

/** What an operator sees whose session was opened by a password alone. */
export function SecondFactorPage() {
  const why = 'The operator’s pages need your second factor.';
  return (
    <Stack align="flex-start" gap="md" maw={560} mx="auto" py="xl" px="md">
      <Title order={1}>Your second factor is needed</Title>
      <Text c="dimmed">
        A password alone is not enough for the operator’s pages. Confirm with your passkey or the code of your
        authenticator app, or set one up first.
      </Text>
      <Group gap="md">
        <Button onClick={() => void askToConfirm('second_factor_required', why)}>Confirm</Button>
        <Anchor href={secondFactorAddress()}>Set up a second factor</Anchor>
      </Group>
    </Stack>
  );
}
