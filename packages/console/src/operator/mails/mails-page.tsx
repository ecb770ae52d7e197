import type { ConsoleEmailNames } from '@kinora/contract';
import { Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { DataTable } from '../show/data-table.tsx';
import classes from '../show/show.module.css';
import { TextLink } from '../show/text-link.tsx';

/** Every email that the service sends. */
export function MailsPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'mails'],
    queryFn: ({ signal }) => callConsole<ConsoleEmailNames>('/operator/mails', { signal }),
  });
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={1}>Emails</Title>
        <Text size="sm" c="dimmed">
          What the service sends to its customers, with sample data.
        </Text>
      </Stack>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton h={320} />
      ) : (
        <DataTable name="Emails" columns={['Subject', 'Name']}>
          {data.mails.map(({ name, subject }) => (
            <Table.Tr key={name}>
              <Table.Td>
                <TextLink to={`/operator/mails/${name}`}>{subject}</TextLink>
              </Table.Td>
              <Table.Td className={classes.mono}>{name}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </Stack>
  );
}
