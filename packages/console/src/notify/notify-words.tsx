import { Text } from '@mantine/core';
import { canPush } from './use-notifications.ts';

/** Whether it is an iPhone or iPad, which calls itself a Mac that can be touched. */
const isOfApple = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** What a person agrees to: what is shown, and who carries it. */
export function NotifyWords() {
  return (
    <Text size="sm" c="dimmed">
      {canPush()
        ? 'A notification shows the beginning of the prompt, also when no page is open. It comes through the push service of your browser, which sees that a message comes, and not what it says.'
        : `It says nothing of the prompt, and comes while a page of the studio is open: ${
            isOfApple()
              ? 'only an app can do more here. Make one of this page with Share, Add to Home Screen.'
              : 'this browser has no push service here.'
          }`}
    </Text>
  );
}
