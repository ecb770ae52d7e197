import { Text } from '@mantine/core';
import { canPush } from './use-notifications.ts';

/** What a person agrees to: what is shown, and who carries it. */
export function NotifyWords() {
  return (
    <Text size="sm" c="dimmed">
      {canPush()
        ? 'A notification shows the beginning of the prompt, also when no page is open. It comes through the push service of your browser, which sees that a message comes, and not what it says.'
        : 'It says nothing of the prompt, and comes while a page of the studio is open: this browser has no push service here.'}
    </Text>
  );
}
