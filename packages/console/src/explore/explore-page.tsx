import { Title } from '@mantine/core';

export function ExplorePage() {
  return <Title order={1}>Explore</Title>;
}
