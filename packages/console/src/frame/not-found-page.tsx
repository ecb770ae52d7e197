import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { nameTab } from './name-tab.ts';

export function NotFoundPage() {
  useEffect(() => nameTab(''), []);
  return (
    <Stack align="flex-start" maw={560} mx="auto" mt="xl">
      <Title order={1}>There is no such page</Title>
      <Text>The address may be misspelt, or the page may be for operators only.</Text>
      <Button component={Link} to="/">
        Go to the home page
      </Button>
    </Stack>
  );
}
