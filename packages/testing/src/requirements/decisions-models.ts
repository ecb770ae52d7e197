// The decisions: how people and programs choose a model.
import { now } from './requirement.ts';

export const decisionsModels = [
  ...now('models', {
    'DEC-MODEL-01':
      'List and read the models in the client without a key, and let a program send any model and mode that it read.',
    'DEC-MODEL-02': 'List the models on the command line without a key: sizes, lengths, prices, the wait.',
    'DEC-MODEL-03':
      'Order and quote any model of the service on the command line; let the service say what it does not have.',
    'DEC-MODEL-04':
      'Complete the models that the service lists, and run nothing that a service has written into an id.',
    'DEC-MODEL-05': 'List the models in service_about, with a key and without, as the service has them.',
    'DEC-MODEL-06':
      'Take a model with its own sizes and lengths in the tools of the MCP adapter, which has no price of its own.',
    'DEC-MODEL-08':
      'Let an order of the job API that is paid from the balance name a model, with the sizes, lengths on its own clock, sound and v1 price of that model, in the quote, the order and the job; refuse what the model, the plan or credits do not have.',
    'DEC-MODEL-09':
      'Compare an order of the job API without a model under its idempotency key as before models could be named.',
    'DEC-MODEL-07': 'Animate an image in the size of the chosen model that is nearest to its shape.',
  }),
];
