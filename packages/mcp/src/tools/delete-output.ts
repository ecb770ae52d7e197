import { z } from 'zod';
import { accept } from '../service/refusal.ts';
import { defineTool } from '../tool.ts';

export const deleteOutput = defineTool({
  name: 'service_delete_output',
  title: 'Delete a result',
  description:
    'Permanently deletes the result of a finished job, or cancels a waiting or running job and returns its price. ' +
    'Costs nothing and cannot be undone: ask the person first, and save the result beforehand if it is still needed. ' +
    'The job is unknown afterwards.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  needsKey: true,
  input: z.strictObject({ job_id: z.string().min(1).describe('The job whose result to delete.') }),
  output: z.object({ job_id: z.string(), deleted: z.literal(true) }),
  async run({ job_id: jobId }, _adapter, { kinora, signal }) {
    await kinora.deleteJob(jobId, { signal });
    return accept({ value: { job_id: jobId, deleted: true as const } });
  },
});
