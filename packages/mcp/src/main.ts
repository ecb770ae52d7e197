#!/usr/bin/env node
import { redact } from '@kinora/program/outside-text';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createAccess } from './access/access.ts';
import { readConfig } from './config.ts';
import { createServer } from './create-server.ts';

/** Serves MCP over standard input and output. Standard error gets the errors of the connection, without secrets. */
function main(): void {
  const config = readConfig();
  const access = createAccess(config.apiToken, config.credentialsFile, config.origin);
  const transport = new StdioServerTransport();
  const send = transport.send.bind(transport);
  transport.send = (message) => send(redact(message, access.secrets()));
  serveStdio(() => createServer({ config, access }), {
    transport,
    onerror: (error) => process.stderr.write(`${redact(error.message, access.secrets())}\n`),
  });
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
