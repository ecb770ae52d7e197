import { Title } from '@mantine/core';

export function StudioPage() {
  return <Title order={1}>Studio</Title>;
}
