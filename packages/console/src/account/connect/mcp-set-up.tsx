import type { ConnectView } from '@kinora/contract';
import { Button, Code, List, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { CodeBlock } from '../../value/code-block.tsx';
import { hosts, programIn } from './hosts.ts';

/** The MCP adapter: its package, and the configuration of hosts that install none. */
export function McpSetUp({ mcp }: { readonly mcp: ConnectView['mcp'] }) {
  const [folder, setFolder] = useState('/home/you/kinora-mcp');
  const [name, setName] = useState(hosts[0]?.name ?? '');
  const host = hosts.find((one) => one.name === name);
  return (
    <section aria-labelledby="mcp">
      <Stack gap="md">
        <div>
          <Title order={2} size="h3" id="mcp">
            MCP
          </Title>
          <Text c="dimmed">
            Nine tools with which an assistant makes images and videos. It runs on your computer, with Node 20
            or newer, and calls this service.
          </Text>
        </div>
        <List type="ordered" spacing="lg" styles={{ itemWrapper: { display: 'block' } }}>
          <List.Item>
            <Stack gap="xs" align="flex-start">
              <Text>Download the package. The address of this service is in it; your key is not.</Text>
              <Button
                component="a"
                href={mcp.package_path}
                download={mcp.package_name}
                leftSection={<Download size={16} aria-hidden="true" />}
              >
                {mcp.package_name}
              </Button>
            </Stack>
          </List.Item>
          <List.Item>
            <Text>
              Open it with your host. Claude Desktop and others install it; they ask for a key, which may stay
              empty: the first use then shows a link to sign in.
            </Text>
          </List.Item>
          <List.Item>
            <Stack gap="sm">
              <Text>
                If your host installs no packages, unpack it (it is a zip file) and configure the host with
                what follows.
              </Text>
              <TextInput
                label="Where you unpacked it"
                value={folder}
                spellCheck={false}
                onChange={(event) => setFolder(event.currentTarget.value)}
              />
              <Select
                label="Host"
                data={hosts.map((one) => one.name)}
                value={name}
                allowDeselect={false}
                onChange={(value) => setName(value ?? '')}
              />
              {host !== undefined && (
                <CodeBlock title={host.file} code={host.configure(programIn(folder, mcp.entry_point))} />
              )}
              <Text size="sm">
                <Code>SERVICE_API_TOKEN</Code> in its environment is a key for it, and{' '}
                <Code>SERVICE_MCP_MEDIA_ROOTS</Code> lists the folders with images that it may animate.
              </Text>
            </Stack>
          </List.Item>
        </List>
      </Stack>
    </section>
  );
}
