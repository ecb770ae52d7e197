import { UsageError } from '@kinora/program/command';
import { type CustomerCommand, jsonOption, serverOption } from '../customer-command.ts';
import {
  describeLengths,
  describeModel,
  describePrices,
  describeSizes,
  describeWait,
} from '../describe-model.ts';
import { exitStatus } from '../exit-status.ts';
import { note, print, printJson, printTable } from '../output.ts';
import { connect, openSession } from '../session.ts';

const HEADING = ['MODEL', 'KIND', 'PRICE', 'LENGTHS', 'SIZES', 'WAIT', 'GOOD FOR'];

export const models: CustomerCommand = {
  name: 'models',
  parameters: '[ID]',
  about: `Lists the models of the service: what each is good for, what it costs, and how long an order would take.
With the id of one, shows all of it. Needs no key. Outside a terminal, tabs separate the values.`,
  options: {
    kind: { value: 'KIND', about: 'Only models of this kind.', choices: ['image', 'video'] },
    ...jsonOption('the response of GET /v1/models; with ID that of GET /v1/models/{id}.'),
    ...serverOption,
  },
  async run(line) {
    const id = line.arguments[0]?.trim() || undefined;
    const kind = line.text('kind');
    if (id !== undefined && kind !== undefined) throw new UsageError('leave out --kind, or the id');
    const client = connect(await openSession(line.text('server')));
    if (id !== undefined) {
      const model = await client.readModel(id);
      if (line.has('json')) printJson(model);
      else for (const [name, value] of describeModel(model)) print(`${name.padEnd(14)} ${value}`);
      return exitStatus.done;
    }
    const list = await client.listModels();
    const found = list.models.filter((model) => kind === undefined || model.kind === kind);
    if (line.has('json')) printJson({ ...list, models: found });
    else {
      const rows = found.map((model) => [
        model.id,
        model.kind,
        describePrices(model),
        describeLengths(model),
        describeSizes(model),
        describeWait(model),
        model.description,
      ]);
      printTable(HEADING, rows, true);
      if (list.holds_until !== null) note(`These prices hold until ${list.holds_until}.`);
    }
    return exitStatus.done;
  },
};
