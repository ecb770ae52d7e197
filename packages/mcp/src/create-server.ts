import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { adapterVersion } from './adapter-facts.ts';
import { loadCalls } from './load-calls.ts';
import type { Adapter } from './tool.ts';
import { type ListedTool, toolListing } from './tool-listing.ts';

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
    const schemas = { inputSchema: inputSchemaOf(tool), outputSchema: outputSchemaOf(tool) };
    server.registerTool(name, { title, description, annotations, ...schemas }, async (args, context) => {
      const { callTool } = await loadCalls();
      return callTool(name, args, adapter, context);
    });
  }
  return server;
}

type Arguments = Record<string, unknown>;

/** Lists the schema of a tool's arguments, and loads what validates them. */
function inputSchemaOf({ name, inputSchema }: ListedTool): StandardSchemaWithJSON<Arguments, Arguments> {
  return standardSchema(inputSchema, async (given) => {
    const { readArguments } = await loadCalls();
    return readArguments(name, given);
  });
}

/** Lists the schema of a tool's results. A call has validated them. */
function outputSchemaOf({ outputSchema }: ListedTool): StandardSchemaWithJSON {
  return standardSchema(outputSchema, (value) => ({ value }));
}

function standardSchema<Value>(
  json: Record<string, unknown>,
  validate: StandardSchemaWithJSON<Value, Value>['~standard']['validate'],
): StandardSchemaWithJSON<Value, Value> {
  const jsonSchema = { input: () => json, output: () => json };
  return { '~standard': { version: 1, vendor: 'kinora', validate, jsonSchema } };
}
