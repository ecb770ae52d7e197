// The decisions: renderers behind HTTP, whatever they speak.
import { now } from './requirement.ts';

export const decisionsRemote = [
  ...now('renderers', {
    'DEC-REMOTE-01':
      'Wait for the response of a renderer as long as its own limit says, through the proxy of the environment, and read no more than is allowed.',
    'DEC-REMOTE-02':
      'Send the credentials of a renderer, as in its address or in headers, to its own address and to no other, and show them nowhere.',
    'DEC-REMOTE-03':
      'Trust the authority that the operator names; say why a renderer cannot be reached, with the setting to change.',
    'DEC-REMOTE-20':
      'Fit the video files that renderers deliver, whatever their container, codec, edit list and first time: they may be paid.',
    'DEC-REMOTE-21':
      'Take each shape of answer that vendors are known for with one bill, whatever the job comes to; repeat an order only where nobody can know.',
    'DEC-REMOTE-04':
      'Order a result once: repeat an order only if it certainly is not rendered, ask for a result that is made until it is here, and delete none before.',
    'DEC-REMOTE-05':
      'Store what the renderer calls an order before anything waits for it, and send an idempotency key: whichever worker of that account has the job next goes on with the order.',
    'DEC-REMOTE-06':
      'Send a job at most twice to renderers that may bill it while nobody knows what came of that, and show the operator that it was; charge the customer once.',
    'DEC-REMOTE-07':
      'Give a result up after many times what those of its model, size and length took, and at the latest when the operator says so.',
    'DEC-REMOTE-08': 'Take no result that has not the digest that its headers announce.',
  }),
];
