import type { KinoraClient } from '@kinora/client';
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Access } from './access/access.ts';
import type { ToolName } from './adapter-facts.ts';
import type { AdapterConfig } from './config.ts';
import type { Outcome } from './service/refusal.ts';

export interface Adapter {
  readonly config: AdapterConfig;
  readonly access: Access;
}

export interface ToolCall {
  /** The service, with the key of this computer. Its errors become refusals. */
  readonly kinora: KinoraClient;
  /** Aborted if the client cancels the call, and before hosts end it by themselves. */
  readonly signal: AbortSignal;
  /** Tells the client how far the call is, in percent, if it asked for that. */
  report(percent: number, message: string): Promise<void>;
}

export interface Tool<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: ToolName;
  readonly title: string;
  /** A model reads it: what it does, what it costs, what to call next. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  /** Whether it is refused with the way to pay while there is no key. */
  readonly needsKey: boolean;
  readonly input: Input;
  readonly output: Output;
  run(args: z.output<Input>, adapter: Adapter, call: ToolCall): Promise<Outcome<ToolValue<Output>>>;
}

export interface ToolValue<Output extends z.ZodObject> {
  readonly value: z.input<Output>;
  /** Links and previews beside the structured content. */
  readonly content?: CallToolResult['content'];
}

/** Only infers the types of a tool's schemas. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}
