import { Anchor, Code, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { CodeBlock } from '../../value/code-block.tsx';
import { CopyButton } from '../../value/copy-button.tsx';
import { samplesFor } from './samples.ts';

/** The base address, and a first image in three languages. */
export function QuickStart({ baseUrl }: { readonly baseUrl: string }) {
  const samples = samplesFor(baseUrl);
  return (
    <section aria-labelledby="quick-start">
      <Stack gap="md">
        <Title order={2} size="h3" id="quick-start">
          Quick start
        </Title>
        <Group gap="sm">
          <Text size="sm">Base address</Text>
          <Code style={{ overflowWrap: 'anywhere' }}>{baseUrl}</Code>
          <CopyButton value={baseUrl} name="the base address" />
        </Group>
        <Tabs defaultValue="curl" keepMounted={false}>
          <Tabs.List aria-label="Language">
            {samples.map(({ language }) => (
              <Tabs.Tab key={language} value={language}>
                {language}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {samples.map(({ language, file, needs, run, code }) => (
            <Tabs.Panel key={language} value={language} pt="sm">
              <Stack gap="sm">
                <CodeBlock title={file} code={code} />
                {needs !== undefined && <CodeBlock title="Once, for the client" code={needs} />}
                <Text size="sm">
                  Run it with <Code style={{ overflowWrap: 'anywhere' }}>{run}</Code>. It makes{' '}
                  <Code>image.png</Code> at the price of an image.
                </Text>
              </Stack>
            </Tabs.Panel>
          ))}
        </Tabs>
        <Text size="sm">
          Everything else is in the{' '}
          <Anchor underline="always" href="/api/docs">
            API reference
          </Anchor>{' '}
          and the{' '}
          <Anchor underline="always" href="/docs">
            documentation
          </Anchor>
          .
        </Text>
      </Stack>
    </section>
  );
}
