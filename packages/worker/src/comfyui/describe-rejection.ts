import { z } from 'zod';

const rejectionSchema = z.object({
  error: z.object({ type: z.string().optional(), message: z.string().optional() }).optional(),
  node_errors: z
    .record(
      z.string(),
      z.object({
        class_type: z.string().optional(),
        errors: z
          .array(
            z.object({
              type: z.string().optional(),
              extra_info: z.object({ input_name: z.string().optional() }).nullish(),
            }),
          )
          .default([]),
      }),
    )
    .optional(),
});

/**
 * Why ComfyUI rejected a workflow, by nodes and inputs; undefined when it accepted it. Values are omitted, because one
 * may be the prompt and this text is logged.
 */
export function describeRejection(response: unknown): string | undefined {
  const { success, data } = rejectionSchema.safeParse(response);
  if (!success) return 'its response has an unknown form';
  const nodes = Object.entries(data.node_errors ?? {}).map(([id, { class_type: kind, errors }]) => {
    const faults = errors.map(({ type, extra_info: extra }) => [type, extra?.input_name].join(' ').trim());
    return `node ${id} (${kind}): ${faults.join(', ')}`;
  });
  if (nodes.length > 0) return nodes.join('; ').slice(0, 600);
  return data.error && `${data.error.type}: ${data.error.message}`.slice(0, 600);
}
