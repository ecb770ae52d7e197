import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** What the service is, for somebody who has never been here. */
export function HomePage() {
  return (
    <Stack align="flex-start" maw={640} mt="xl">
      <Title order={1}>Images and videos from a prompt</Title>
      <Text size="lg">Write what you want to see. Kinora makes a picture, or a video with sound.</Text>
      <Group>
        <Button component={Link} to="/studio" size="md">
          Open the studio
        </Button>
        <Button component={Link} to="/explore" size="md" variant="default">
          Explore
        </Button>
      </Group>
    </Stack>
  );
}
