import type { ConsoleEmail } from '@kinora/contract';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import showClasses from '../show/show.module.css';
import { TextLink } from '../show/text-link.tsx';
import classes from './mail-page.module.css';

/** One email, as mail programs show it. */
export function MailPage() {
  const { name = '' } = useParams();
  const path = `/operator/mails/${encodeURIComponent(name)}`;
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'mail', name],
    queryFn: ({ signal }) => callConsole<ConsoleEmail>(path, { signal }),
  });
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={1} className={showClasses.breaks}>
          {data?.subject ?? 'Email'}
        </Title>
        <Text className={showClasses.mono}>{name}</Text>
      </Stack>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton h={320} />}
      {data !== undefined && (
        <>
          <Panel title="HTML" lead="Its links open in a new tab; what they contain is made up.">
            <iframe
              className={classes.html}
              src={`/api/console${path}/html`}
              title="The HTML of the email"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
            />
          </Panel>
          <Panel title="Text">
            <pre className={classes.text}>{data.text}</pre>
          </Panel>
        </>
      )}
      <TextLink to="/operator/mails">All emails</TextLink>
    </Stack>
  );
}
