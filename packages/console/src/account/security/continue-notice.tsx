import { Anchor, Text } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import { Notice } from '../../frame/notice.tsx';

/** The pages that lead here to set up a second factor. */
const NEXT = /^\/operator(?:[/?]|$)/;

/** The way on for an operator who was sent here from a page that needs a second factor. */
export function ContinueNotice() {
  const session = useSession();
  const next = new URLSearchParams(window.location.search).get('next') ?? '';
  if (session?.signed_in !== true || !session.operator || !NEXT.test(next)) return null;
  if (!session.second_factor) {
    return <Notice tone="plain">Add a passkey or an authenticator app to open the operator’s pages.</Notice>;
  }
  return (
    <Notice tone="good">
      <Text size="sm">
        Your second factor is set up.{' '}
        <Anchor href={next} underline="always">
          Continue to the operator’s pages
        </Anchor>
      </Text>
    </Notice>
  );
}
