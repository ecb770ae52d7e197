import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { noKey, remedyOf401 } from './access/way-to-pay.ts';
import { adapterVersion } from './adapter-facts.ts';
import { connectService } from './service/connect-service.ts';
import type { Refusal } from './service/refusal.ts';
import { refusalOfError } from './service/refusal-of-error.ts';
import type { Adapter, Tool, ToolCall } from './tool.ts';
import { about } from './tools/about.ts';
import { animateImage } from './tools/animate-image.ts';
import { checkStatus } from './tools/check-status.ts';
import { deleteOutput } from './tools/delete-output.ts';
import { finishAccess } from './tools/finish-access.ts';
import { generateImage } from './tools/generate-image.ts';
import { generateVideo } from './tools/generate-video.ts';
import { startAccess } from './tools/start-access.ts';
import { usage } from './tools/usage.ts';

const INSTRUCTIONS =
  'Generates images and videos with sound, for money. Call service_about first. Orders return a job_id; call ' +
  'service_check_status until the job ends. Without a key, call service_start_access and show its link to the person.';

/** The MCP server with the nine tools. */
export function createServer(adapter: Adapter): McpServer {
  const server = new McpServer(
    { name: 'kinora', title: 'Kinora', version: adapterVersion },
    { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
  );
  const register = <Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>) => {
    const { name, title, description, annotations, input, output } = tool;
    const config = {
      title,
      description,
      annotations,
      inputSchema: input as z.ZodObject,
      outputSchema: output,
    };
    server.registerTool(name, config, async (args, context) =>
      callTool(tool, args as z.output<Input>, adapter, context),
    );
  };
  register(about);
  register(startAccess);
  register(finishAccess);
  register(generateImage);
  register(generateVideo);
  register(animateImage);
  register(checkStatus);
  register(usage);
  register(deleteOutput);
  return server;
}

async function callTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
  args: z.output<Input>,
  adapter: Adapter,
  context: ServerContext,
): Promise<CallToolResult> {
  const key = await adapter.access.key();
  if (tool.needsKey && key === undefined) return describeRefusal(noKey, adapter);
  const { address } = adapter.config;
  const call = { ...callOf(context), kinora: connectService(address, key) };
  const outcome = await tool.run(args, adapter, call).catch((error: unknown) => {
    const refusal = refusalOfError(error, address);
    if (refusal === undefined) throw error;
    return { ok: false as const, refusal };
  });
  if (!outcome.ok) return describeRefusal(outcome.refusal, adapter);
  // A newer service may answer with more fields than the schema that the client knows.
  const structuredContent = tool.output.parse(outcome.value.value) as Record<string, unknown>;
  const text = JSON.stringify(structuredContent);
  return { content: [{ type: 'text', text }, ...(outcome.value.content ?? [])], structuredContent };
}

/** The sentences for the model, then the facts as JSON. As text alone: a refusal does not fit the output schema. */
function describeRefusal(refusal: Refusal, { access }: Adapter): CallToolResult {
  const { code, message, status, retryAfterSeconds, fields } = refusal;
  const sentences = [message];
  if (status === 401) sentences.push(remedyOf401(access.isGiven));
  else if (retryAfterSeconds !== undefined) sentences.push(`Retry after ${retryAfterSeconds} seconds.`);
  const details = {
    code,
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
  };
  return {
    isError: true,
    content: [
      { type: 'text', text: sentences.join(' ') },
      { type: 'text', text: JSON.stringify({ ...details, ...fields }) },
    ],
  };
}

/** Progress must increase with every notification, so a job that stands still advances by a trace. */
const TRACE = 0.001;

function callOf({ mcpReq }: ServerContext): Pick<ToolCall, 'signal' | 'report'> {
  const progressToken = mcpReq._meta?.progressToken;
  let last = -TRACE;
  return {
    signal: mcpReq.signal,
    async report(percent, message) {
      if (progressToken === undefined) return;
      last = Math.max(percent, last + TRACE);
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress: last, total: 100, message },
      });
    },
  };
}
