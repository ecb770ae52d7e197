import { parentPort } from 'node:worker_threads';
import { loadModel } from './load-model.ts';
import type { ClassifyRequest, ClassifyResponse } from './messages.ts';

/** The entry point of the classifier's thread; it runs until it is terminated. */

const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread only.');

const classify = await loadModel();
port.on('message', async ({ id, rgb }: ClassifyRequest) => {
  let response: ClassifyResponse;
  try {
    response = { id, scores: await classify(rgb) };
  } catch (error) {
    response = { id, failure: String(error) };
  }
  port.postMessage(response);
});
