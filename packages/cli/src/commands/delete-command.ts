import { type CustomerCommand, requireArgument, serverOption } from '../customer-command.ts';
import { exitStatus } from '../exit-status.ts';
import { note } from '../output.ts';
import { signedIn } from '../session.ts';

export const deleteJob: CustomerCommand = {
  name: 'delete',
  parameters: 'JOB',
  about: 'Deletes the result of a job. One that waits or runs is cancelled, and its price is released.',
  options: serverOption,
  async run(line) {
    const jobId = requireArgument(line, 0, 'the id of the job');
    const client = await signedIn(line.text('server'));
    await client.deleteJob(jobId);
    note(`Deleted ${jobId}`);
    return exitStatus.done;
  },
};
