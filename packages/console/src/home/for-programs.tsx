import { Tabs } from '@mantine/core';
import { CodeBlock } from '../value/code-block.tsx';
import { programsFor } from './programs.ts';

/** Code that runs against this service as it is shown, once there is a key. */
export function ForPrograms() {
  const programs = programsFor(window.location.origin);
  return (
    <Tabs defaultValue={programs[0]?.name ?? ''} keepMounted={false}>
      <Tabs.List aria-label="Ways to call the service">
        {programs.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {programs.map(({ name, about, blocks, more }) => (
        <Tabs.Panel key={name} value={name} className="home-panel">
          <p>
            {about} <a href={more.href}>{more.name}</a>
          </p>
          {blocks.map(({ title, code }) => (
            <CodeBlock key={title} title={title} code={code} />
          ))}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
