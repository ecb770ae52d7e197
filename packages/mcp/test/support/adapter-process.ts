import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** The adapter as a child process of the official client. */
export interface AdapterProcess {
  readonly client: Client;
  /** The folder that holds its credentials file. */
  readonly configHome: string;
  readonly credentialsFile: string;
  call(name: string, args?: object, options?: CallOptions): Promise<ToolAnswer>;
  /** Every byte it wrote to its standard output and error. */
  written(): string;
  stop(): Promise<void>;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: {
    readonly progress: number;
    readonly message?: string | undefined;
  }) => void;
}

interface ToolAnswer {
  readonly isError: boolean;
  /** The structured content; of a refusal, its facts. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read results of any tool.
  readonly value: any;
  /** The first text. */
  readonly text: string;
  readonly content: CallToolResult['content'];
}

export interface AdapterOptions {
  readonly origin?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** The Node that runs it; that of the tests by default. */
  readonly node?: string;
  /** A bundled adapter; its sources by default. */
  readonly program?: string;
  /** A folder of an earlier process; it is then not removed. */
  readonly configHome?: string;
  /** The protocol revision to insist on; by default the client opens as one of 2025 does. */
  readonly revision?: string;
}

const SOURCE = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A shell between the client and the adapter copies what the adapter writes. */
const COPYING = 'exec 2> "$COPIES/err"; "$0" "$@" | tee "$COPIES/out"';

export async function startAdapter(options: AdapterOptions = {}): Promise<AdapterProcess> {
  const { origin, environment = {}, args = [], node = process.execPath, program = SOURCE } = options;
  const folder = mkdtempSync(path.join(tmpdir(), 'kinora-mcp-'));
  const configHome = options.configHome ?? folder;
  const client = new Client(
    { name: 'kinora-tests', version: '1.0' },
    options.revision === undefined ? {} : { versionNegotiation: { mode: { pin: options.revision } } },
  );
  const transport = new StdioClientTransport({
    command: 'sh',
    args: ['-c', COPYING, node, program, ...args],
    env: {
      PATH: process.env.PATH ?? '',
      COPIES: folder,
      XDG_CONFIG_HOME: configHome,
      ...(origin !== undefined && { SERVICE_URL: origin }),
      ...environment,
    },
  });
  await client.connect(transport);
  return {
    client,
    configHome,
    credentialsFile: path.join(configHome, 'kinora', 'credentials.json'),
    async call(name, toolArgs = {}, callOptions = {}) {
      const result = await client.callTool(
        { name, arguments: { ...toolArgs } },
        { timeout: 90_000, ...callOptions },
      );
      return readAnswer(result as CallToolResult);
    },
    written: () => ['out', 'err'].map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n'),
    async stop() {
      await client.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readAnswer({ content, structuredContent, isError = false }: CallToolResult): ToolAnswer {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const facts = isError && texts[1] !== undefined ? JSON.parse(texts[1]) : structuredContent;
  return { isError, value: facts, text: texts[0] ?? '', content };
}
