import { readFields } from '@kinora/contract';
import { cleanTexts } from '@kinora/program/outside-text';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { refuseWithoutKey, remedyOf401 } from './access/way-to-pay.ts';
import type { ToolName } from './adapter-facts.ts';
import { connectService } from './service/connect-service.ts';
import type { Refusal } from './service/refusal.ts';
import { refusalOfError } from './service/refusal-of-error.ts';
import type { Adapter, Tool, ToolCall } from './tool.ts';
import { tools } from './tools/tools.ts';

function toolOf(name: ToolName): Tool<z.ZodObject, z.ZodObject> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`assertion failed: ${name} is a tool`);
  return tool;
}

/** Many hosts end a call after 60 seconds, and then nobody learns what is wrong, nor the key of an order. */
const MAX_CALL_MS = 50_000;

/** Runs a tool. Wrong arguments are refused as the service refuses the body of a request. */
export async function callTool(
  name: ToolName,
  args: unknown,
  adapter: Adapter,
  context: ServerContext,
  maxMs = MAX_CALL_MS,
): Promise<CallToolResult> {
  const tool = toolOf(name);
  const read = readFields(tool.input, args);
  if (!read.ok) return describeRefusal({ ...read.problem, status: 400 }, adapter);
  const key = await adapter.access.key();
  const { address } = adapter.config;
  const kinora = connectService(address, key);
  const outcome = await withinTime(maxMs, context.mcpReq.signal, (signal) => {
    const call = { kinora, signal, report: reportOf(context) };
    return tool.needsKey && key === undefined
      ? refuseWithoutKey(address, call)
      : tool.run(read.value, adapter, call);
  }).catch((error: unknown) => {
    const refusal = refusalOfError(error, address);
    if (refusal === undefined) throw error;
    return { ok: false as const, refusal };
  });
  if (!outcome.ok) return describeRefusal(outcome.refusal, adapter);
  // A newer service may return more fields than the schema that the client knows.
  const structuredContent = cleanTexts(
    tool.output.parse(outcome.value.value),
    adapter.access.secrets(),
  ) as Record<string, unknown>;
  const text = JSON.stringify(structuredContent);
  return { content: [{ type: 'text', text }, ...(outcome.value.content ?? [])], structuredContent };
}

/** The sentences for the model, then the facts as JSON. As text alone: a refusal does not fit the output schema. */
function describeRefusal(refusal: Refusal, { access }: Adapter): CallToolResult {
  const { code, message, status, retryAfterSeconds, fields } = cleanTexts(refusal, access.secrets());
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

/** The result of `work`, whose signal is aborted as `signal` is, or after `ms`. */
async function withinTime<Value>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  // Not by AbortSignal.any: Node 20 collects the signal of a time that nothing else refers to.
  const limited = new AbortController();
  const stop = (): void => limited.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => limited.abort(new DOMException('no response in time', 'TimeoutError')), ms);
  try {
    return await work(limited.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function reportOf({ mcpReq }: ServerContext): ToolCall['report'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return async () => {};
  return createReport((params) =>
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...params } }),
  );
}

interface Progress {
  readonly progress: number;
  readonly total: number;
  readonly message: string;
}

/** Progress must increase with every notification, so a job that stands still advances by a trace. */
const TRACE = 0.001;
const TOTAL = 100;
/** The rest is for the traces of a job that is rendered and not delivered yet: none may pass the total. */
const MAX_PERCENT = 99;

export function createReport(notify: (params: Progress) => Promise<void>): ToolCall['report'] {
  let last = -TRACE;
  return (percent, message) => {
    last = Math.max(Math.min(percent, MAX_PERCENT), last + TRACE);
    return notify({ progress: last, total: TOTAL, message });
  };
}
