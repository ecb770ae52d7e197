import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { adapterVersion } from './adapter-facts.ts';
import { loadCalls } from './load-calls.ts';
import type { Adapter } from './tool.ts';
import { toolListing } from './tool-listing.ts';

const INSTRUCTIONS =
  'Generates images and videos with sound, for money. Call service_about first. Orders return a job_id; call ' +
  'service_check_status until the job ends. Without a key, call service_start_access and show its link to the person.';

/** The MCP server with the nine tools. */
export function createServer(adapter: Adapter): McpServer {
  const server = new McpServer(
    { name: 'kinora', title: 'Kinora', version: adapterVersion },
    { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
  );
  for (const tool of toolListing) {
    const { name, title, description, annotations } = tool;
    const schemas = { inputSchema: listed(tool.inputSchema), outputSchema: listed(tool.outputSchema) };
    server.registerTool(name, { title, description, annotations, ...schemas }, async (args, context) => {
      const { callTool } = await loadCalls();
      return callTool(name, args, adapter, context);
    });
  }
  return server;
}

/** A schema that is only listed: the call validates arguments, in words of its own, and results. */
function listed(json: Record<string, unknown>): StandardSchemaWithJSON {
  const jsonSchema = { input: () => json, output: () => json };
  return { '~standard': { version: 1, vendor: 'kinora', validate: (value) => ({ value }), jsonSchema } };
}
