import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { ToolName } from './adapter-facts.ts';
import type { Tool } from './tool.ts';
import { tools } from './tools/tools.ts';

type JsonSchema = Record<string, unknown>;

/** What a host reads of a tool. */
export interface ListedTool {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}

/** The bundle has the value instead of this file, so that listing tools needs neither them nor their schemas. */
export const toolListing: readonly ListedTool[] = tools.map(listTool);

function listTool({ name, title, description, annotations, input, output }: Tool<z.ZodObject, z.ZodObject>) {
  const inputSchema: JsonSchema = input['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  const outputSchema: JsonSchema = output['~standard'].jsonSchema.output({ target: 'draft-2020-12' });
  return { name, title, description, annotations, inputSchema, outputSchema };
}
