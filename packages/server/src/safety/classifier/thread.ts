import { parentPort } from 'node:worker_threads';
import { loadModel } from './load-model.ts';
import type { Answer, Question } from './messages.ts';

/** The thread the classifier runs in; it asks nothing and ends when it is ended. */

const port = parentPort;
if (port === null) throw new Error('This file is the start of a thread.');

const classify = await loadModel();
port.on('message', async ({ id, rgb }: Question) => {
  let answer: Answer;
  try {
    answer = { id, scores: await classify(rgb) };
  } catch (error) {
    answer = { id, failure: String(error) };
  }
  port.postMessage(answer);
});
