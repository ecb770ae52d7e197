/** What MCP hosts need in order to start the adapter. */

export interface Host {
  readonly name: string;
  /** The file to write, or where the command is run. */
  readonly file: string;
  readonly configure: (program: string) => string;
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const start = (program: string) => ({ command: 'node', args: [program] });

/** `program` is the absolute path of the adapter's program. */
export const hosts: readonly Host[] = [
  {
    name: 'Claude Code',
    file: 'In a terminal',
    configure: (program) => `claude mcp add kinora -- node '${program}'\n`,
  },
  {
    name: 'Claude Desktop',
    file: 'claude_desktop_config.json',
    configure: (program) => json({ mcpServers: { kinora: start(program) } }),
  },
  {
    name: 'Cursor',
    file: '~/.cursor/mcp.json',
    configure: (program) => json({ mcpServers: { kinora: start(program) } }),
  },
  {
    name: 'VS Code',
    file: '.vscode/mcp.json',
    configure: (program) => json({ servers: { kinora: { type: 'stdio', ...start(program) } } }),
  },
  {
    name: 'Zed',
    file: 'settings.json',
    configure: (program) => json({ context_servers: { kinora: start(program) } }),
  },
  {
    name: 'Codex',
    file: '~/.codex/config.toml',
    configure: (program) => `[mcp_servers.kinora]\ncommand = "node"\nargs = [${JSON.stringify(program)}]\n`,
  },
];

/** The path of the program below the folder where the package was unpacked, on that system. */
export function programIn(folder: string, entryPoint: string): string {
  const isWindows = /^[a-z]:|\\/i.test(folder);
  const trimmed = folder.trim().replace(/[\\/]+$/, '');
  return isWindows ? `${trimmed}\\${entryPoint.replaceAll('/', '\\')}` : `${trimmed}/${entryPoint}`;
}
