import { hosts } from '../account/connect/hosts.ts';
import { samplesFor } from '../account/connect/samples.ts';

/** What a program does with the service. */
interface Program {
  readonly name: string;
  readonly about: string;
  readonly more: { readonly href: string; readonly name: string };
  /** In the order in which they are used. */
  readonly blocks: readonly { readonly title: string; readonly code: string }[];
}

/** Four ways to call the service at this origin. */
export function programsFor(origin: string): readonly Program[] {
  const samples = samplesFor(`${origin}/api`);
  const [http, typescript, python] = ['curl', 'TypeScript', 'Python'].map((name) => blocksOf(samples, name));
  const desktop = hosts.find(({ name }) => name === 'Claude Desktop');
  return [
    {
      name: 'HTTP',
      about: 'Order, poll, download: JSON with a key, and a price before each order.',
      more: { href: '/docs', name: 'Read the documentation' },
      blocks: http ?? [],
    },
    {
      name: 'TypeScript',
      about: 'The client repeats what failed without ordering twice, and waits for the result.',
      more: { href: '/docs/client', name: 'What the client does' },
      blocks: typescript ?? [],
    },
    {
      name: 'Python',
      about: 'Synchronous or asynchronous, typed, and at home in notebooks, which show the results.',
      more: { href: '/docs/python', name: 'What the client does' },
      blocks: python ?? [],
    },
    {
      name: 'Agents',
      about: 'Nine tools over MCP. The agent asks you to approve it here; no key appears in the chat.',
      more: { href: '/docs/mcp', name: 'Set up other agents' },
      blocks: [
        { title: 'Once, for the adapter', code: `curl -sSfO ${origin}/downloads/kinora-mcp.mjs\n` },
        {
          title: desktop?.file ?? '',
          code: desktop?.configure('/path/to/kinora-mcp.mjs') ?? '',
        },
      ],
    },
  ];
}

function blocksOf(samples: ReturnType<typeof samplesFor>, language: string): Program['blocks'] {
  return samples
    .filter((sample) => sample.language === language)
    .flatMap(({ file, needs, run, code }) => [
      ...(needs === undefined ? [] : [{ title: 'Once, for the client', code: `${needs}\n` }]),
      { title: file, code },
      { title: `Run ${file}`, code: `${run}\n` },
    ]);
}
