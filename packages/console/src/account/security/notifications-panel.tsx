import { Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { NotifyWords } from '../../notify/notify-words.tsx';
import { useNotifications } from '../../notify/use-notifications.ts';

/** Whether this browser says that something is ready. */
export function NotificationsPanel() {
  const { isPossible, isOn, isByPush, turnOn, turnOff } = useNotifications();
  const change = useMutation({ mutationFn: () => (isOn ? turnOff() : turnOn()) });
  return (
    <Panel
      title="Notifications"
      lead="For what takes 20 seconds or more in the studio. In this browser, until you sign out."
    >
      <Switch
        label="Notify me when it is ready"
        checked={isOn && isPossible}
        disabled={!isPossible || change.isPending}
        onChange={() => change.mutate()}
      />
      {isPossible ? (
        <NotifyWords />
      ) : (
        <Text size="sm">
          This browser has no notifications, or its settings block those of this site. On an iPhone or iPad,
          add the site to the home screen first.
        </Text>
      )}
      {isOn && isPossible && !isByPush && !change.isPending && (
        <Text size="sm">For now it notifies you while a page of the studio is open.</Text>
      )}
      <Failure error={change.error} />
    </Panel>
  );
}
