import { type CustomerCommand, jsonOption, requireArgument, serverOption } from '../customer-command.ts';
import { exitStatus } from '../exit-status.ts';
import { note, printJson } from '../output.ts';
import { signedIn } from '../session.ts';

export const deleteJob: CustomerCommand = {
  name: 'delete',
  parameters: 'JOB',
  about: 'Deletes the result of a job. One that waits or runs is cancelled, and its price is released.',
  options: { ...jsonOption('{"job_id", "deleted"}.'), ...serverOption },
  async run(line) {
    const jobId = requireArgument(line, 0, 'the id of the job');
    const client = await signedIn(line.text('server'));
    await client.deleteJob(jobId);
    if (line.has('json')) printJson({ job_id: jobId, deleted: true });
    else note(`Deleted ${jobId}`);
    return exitStatus.done;
  },
};
