import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Config } from '../config.ts';
import { openOwnPort } from '../http/connections/own-port.ts';

interface OwnPort {
  readonly port: number;
  /** The URL for workers whose job is in the memory of this process. */
  readonly nodeUrl: string;
  serve(server: Server): void;
}

/** Opens the port of this one of several processes; undefined for a process that shares none. */
export async function wireOwnPort(
  config: Config,
  started: AsyncDisposableStack,
): Promise<OwnPort | undefined> {
  const { host, port: sharedPort, processIndex } = config;
  if (processIndex === undefined) return undefined;
  const { port, serve, close } = await openOwnPort(host, sharedPort === 0 ? 0 : sharedPort + processIndex);
  started.defer(close);
  return { port, nodeUrl: nodeUrlAt(port, config), serve };
}

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/** That of its machine with its own port. Without KINORA_NODE_URL, its workers run on the same machine. */
function nodeUrlAt(port: number, { host, nodeUrl }: Config): string {
  const address = EVERY_ADDRESS.has(host) ? '127.0.0.1' : host;
  const url = new URL(nodeUrl ?? `http://${isIPv6(address) ? `[${address}]` : address}`);
  url.port = String(port);
  return url.origin;
}
