import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { OpenedWork } from '../explore/opened-work.tsx';
import { useWorks } from '../explore/use-works.ts';
import { WorkGrid } from '../explore/work-grid.tsx';
import { pricesInALine } from '../pricing/prices-in-a-line.ts';
import { pricingQuery } from '../pricing/pricing-query.ts';
import classes from './home-page.module.css';

const WAYS_IN = [
  {
    title: 'In the browser',
    text: 'Write a prompt in the studio. Free up to HD size; paid plans have larger sizes, longer videos and priority.',
    link: { href: '/studio', name: 'Open the studio' },
  },
  {
    title: 'From your program',
    text: 'An HTTP API with a key, a price before each order, and a signed link to each result.',
    link: { href: '/docs', name: 'Read the documentation' },
  },
  {
    title: 'From an agent',
    text: 'An MCP adapter that a model can use. You approve it here; the key never appears in the chat.',
    link: { href: '/docs/mcp', name: 'Set up the adapter' },
  },
] as const;

/** Has its place before it is known. */
function PriceLine() {
  const { data } = useQuery(pricingQuery);
  return (
    <Text c="dimmed" mih="3.2em">
      {data !== undefined && `${pricesInALine(data.models)} `}
      <Anchor component={Link} to="/pricing" underline="always">
        See the prices
      </Anchor>
    </Text>
  );
}

const nothing = (): void => {};

/** What the service is, for somebody who has never been here. */
export function HomePage() {
  const { works } = useWorks('', 'all');
  const [openId, setOpenId] = useState<string>();
  const newest = works?.slice(0, 12);
  return (
    <Stack gap="xl">
      <Stack align="flex-start" maw={680} mt={{ base: 'md', sm: 'xl' }}>
        <Title order={1} className={classes.headline}>
          Images and videos from a prompt
        </Title>
        <Text size="lg">
          Write what you want to see. You get an image, or a video with sound, and pay only for what is
          delivered. What you make is yours.
        </Text>
        <Group>
          <Button component={Link} to="/studio" size="md">
            Open the studio
          </Button>
          <Button component={Link} to="/explore" size="md" variant="default">
            Explore
          </Button>
        </Group>
        <PriceLine />
      </Stack>
      <ul className={classes.ways}>
        {WAYS_IN.map(({ title, text, link }) => (
          <li key={title}>
            <Title order={2} size="h4">
              {title}
            </Title>
            <Text mt={4} mb="xs">
              {text}
            </Text>
            <a href={link.href}>{link.name}</a>
          </li>
        ))}
      </ul>
      {newest !== undefined && newest.length > 0 && (
        <Stack>
          <Title order={2} size="h3">
            Published lately
          </Title>
          <WorkGrid works={newest} onOpen={setOpenId} onNearEnd={nothing} />
        </Stack>
      )}
      <OpenedWork id={openId} works={works} onClose={() => setOpenId(undefined)} />
    </Stack>
  );
}
