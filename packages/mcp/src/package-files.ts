import { readBuilt } from '@kinora/program/built-file';
import { adapterVersion, defaultAddress, toolSummaries } from './adapter-facts.ts';

/** The files of the package that MCP hosts install. The server reads them: this imports no library. */

export const packageName = `service-mcp-${adapterVersion}.mcpb`;

/** The program within the package. */
export const packageProgram = 'server/kinora-mcp.mjs';

/** The files by their path in the package, with `address` as the service that the adapter calls, and `name` as what people call it. */
export async function packageFiles(address: string, name: string): Promise<ReadonlyMap<string, string>> {
  const bundled = (name: string) => readBuilt(new URL(`../dist/${name}`, import.meta.url));
  const program = await bundled('kinora-mcp.mjs');
  return new Map([
    ['manifest.json', `${JSON.stringify(manifestOf(address, name), null, 2)}\n`],
    [packageProgram, program.replace(JSON.stringify(defaultAddress), () => JSON.stringify(address))],
    ['server/THIRD-PARTY-LICENCES.txt', await bundled('THIRD-PARTY-LICENCES.txt')],
  ]);
}

/** The host replaces it. */
const variable = (name: string): string => `\${${name}}`;

/** https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md */
function manifestOf(address: string, name: string): object {
  return {
    manifest_version: '0.3',
    name: 'kinora',
    display_name: `${name} (${new URL(address).host})`,
    version: adapterVersion,
    description: 'Generates images, and videos with sound, from text or from an image.',
    long_description: `Generates images and videos at ${address}, for money: the prices are those of the service. Without a key, the first tool call returns a link where you sign in and pay.`,
    author: { name, url: address },
    homepage: address,
    documentation: `${address}/api/docs`,
    license: 'Apache-2.0',
    keywords: ['image', 'video', 'generation'],
    server: {
      type: 'node',
      entry_point: packageProgram,
      mcp_config: {
        command: 'node',
        // A list of directories can be passed as arguments only.
        args: [`${variable('__dirname')}/${packageProgram}`, variable('user_config.media_roots')],
        env: { SERVICE_URL: address, SERVICE_API_TOKEN: variable('user_config.api_key') },
      },
    },
    tools: Object.entries(toolSummaries).map(([name, description]) => ({ name, description })),
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: '>=20.3.0' } },
    user_config: {
      api_key: {
        type: 'string',
        title: 'API key',
        description: 'Optional: without it, a tool returns a link where you sign in and pay.',
        sensitive: true,
        required: false,
        default: '',
      },
      media_roots: {
        type: 'directory',
        title: 'Directories with images to animate',
        description: 'The adapter reads images below these directories only, and only to animate them.',
        multiple: true,
        required: false,
        default: [],
      },
    },
  };
}
