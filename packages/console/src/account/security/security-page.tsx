import { Center, Loader, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../frame/failure.tsx';
import { AddressPanel } from './address-panel.tsx';
import { AppPanel } from './app-panel.tsx';
import { ContinueNotice } from './continue-notice.tsx';
import { EventsPanel } from './events-panel.tsx';
import { NotificationsPanel } from './notifications-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { securityQuery } from './security-query.ts';
import { SessionsPanel } from './sessions-panel.tsx';

/** How a person signs in, and where they are signed in. */
export function SecurityPage() {
  const { data: security, error, refetch } = useQuery(securityQuery);
  return (
    <Stack gap="lg" maw={760}>
      <Title order={1}>Security</Title>
      <ContinueNotice />
      <Failure error={error} onRetry={() => void refetch()} />
      {security === undefined && error === null && (
        <Center mih={200} role="status" aria-label="Loading">
          <Loader />
        </Center>
      )}
      {security !== undefined && (
        <>
          <PasskeysPanel security={security} />
          <AppPanel security={security} />
          <PasswordPanel email={security.email} />
          <AddressPanel security={security} />
        </>
      )}
      <SessionsPanel />
      <NotificationsPanel />
      <EventsPanel />
    </Stack>
  );
}
