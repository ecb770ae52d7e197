import { z } from 'zod';

/** ComfyUI's own format for running a workflow: nodes by id, each input a literal or a link to another node. */
export const workflowSchema = z.record(
  z.string().min(1),
  z.object({
    class_type: z.string().min(1),
    inputs: z.record(z.string(), z.unknown()),
    _meta: z.object({ title: z.string() }).partial().optional(),
  }),
);

export type Workflow = z.infer<typeof workflowSchema>;
/** Whether an input is taken from another node, and from which. */
export function linkedNode(value: unknown): string | undefined {
  const isLink = Array.isArray(value) && value.length === 2 && typeof value[1] === 'number';
  return isLink && typeof value[0] === 'string' ? value[0] : undefined;
}

/** An input of a node, written `node.input`; the input's own name may contain dots, the node's id may not. */
export interface Place {
  readonly node: string;
  readonly input: string;
}

export const placeSchema = z.string().regex(/^[^.]+\..+$/, 'must be like "6.text": a node, a dot, an input');

export function parsePlace(text: string): Place {
  const dot = text.indexOf('.');
  return { node: text.slice(0, dot), input: text.slice(dot + 1) };
}
