import { createHash } from 'node:crypto';
import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type JsonObject,
  NodeApiError,
  NodeOperationError,
  sleep,
} from 'n8n-workflow';
import { callService, NAMED } from './call-service.ts';

type Kind = 'image' | 'video';

/** What n8n keeps with the execution for this node, and reads again when the execution is retried. */
interface KeptWithExecution {
  /** The id of the first execution: a retry has another one. */
  first_execution?: string;
  /** How often an item of a run was ordered and ended without a result, by `run.item`. */
  fruitless?: Record<string, number>;
}

/** While a job runs, milliseconds between two reads of its status. */
const MIN_POLL_MS = 1_000;
const MAX_POLL_MS = 5_000;
/** A wait outlasts a restart of the service. */
const POLL_RETRIES = 10;

/** Orders what the parameters of an item say, waits for it unless they say otherwise, and returns the job with its result. */
export async function generate(
  functions: IExecuteFunctions,
  kind: Kind,
  itemIndex: number,
): Promise<INodeExecutionData> {
  const body = await readOrder(functions, kind, itemIndex);
  const kept = functions.getContext('node') as KeptWithExecution;
  const place = `${functions.evaluateExpression('{{ $runIndex }}', itemIndex)}.${itemIndex}`;
  const headers = { 'Idempotency-Key': idempotencyKey(functions, kept, place, body) };
  const path = `/${kind}s/generate`;
  const accepted = await callService(functions, { method: 'POST', path, body, headers, itemIndex });
  if (!functions.getNodeParameter('wait', itemIndex)) return itemOf(accepted, itemIndex);
  const job = await waitForEnd(functions, String(accepted.job_id), itemIndex);
  if (job.status !== 'completed') {
    kept.fruitless = { ...kept.fruitless, [place]: (kept.fruitless?.[place] ?? 0) + 1 };
    throw new NodeOperationError(functions.getNode(), String(job.error ?? `The job is ${job.status}.`), {
      description: `Job ${job.job_id} is ${job.status}. It costs nothing.`,
      itemIndex,
    });
  }
  return withResult(functions, job, itemIndex);
}

/**
 * The same for every retry of an execution, so that an order is paid once, also if n8n or the connection ended before its response
 * arrived. Another one for each execution, run of a loop and item, for changed parameters, and after a job without a result.
 */
function idempotencyKey(
  functions: IExecuteFunctions,
  kept: KeptWithExecution,
  place: string,
  body: IDataObject,
): string {
  kept.first_execution ??= functions.getExecutionId();
  const { id: workflow } = functions.getWorkflow();
  const parts = [functions.getInstanceId(), workflow, functions.getNode().id, kept.first_execution];
  const order = [...parts, place, kept.fruitless?.[place] ?? 0, body];
  return `n8n-${createHash('sha256').update(JSON.stringify(order)).digest('hex')}`;
}

async function readOrder(functions: IExecuteFunctions, kind: Kind, itemIndex: number): Promise<IDataObject> {
  const read = <Value>(name: string) => functions.getNodeParameter(name, itemIndex) as Value;
  const model = read<string>('model');
  const image = kind === 'video' ? read<string>('firstFrame') : '';
  const options = read<IDataObject>('options');
  return {
    prompt: read<string>('prompt'),
    ...(model !== '' && { model }),
    ...readSize(functions, read<string>('size'), itemIndex),
    ...(kind === 'video' && { duration: read<number>('duration') }),
    ...(image !== '' && {
      init_image_base64: (await functions.helpers.getBinaryDataBuffer(itemIndex, image)).toString('base64'),
    }),
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== '')),
  };
}

function readSize(functions: IExecuteFunctions, text: string, itemIndex: number): IDataObject {
  if (text.trim() === '') return {};
  const [, width, height] = /^\s*(\d+)\s*x\s*(\d+)\s*$/i.exec(text) ?? [];
  if (width !== undefined) return { width: Number(width), height: Number(height) };
  const message = `The size must be as 1280x720 is, not ${text}`;
  throw new NodeOperationError(functions.getNode(), message, { itemIndex });
}

/** The last status of a job. Cancels it, so that it costs nothing, if the execution is stopped meanwhile. */
async function waitForEnd(
  functions: IExecuteFunctions,
  jobId: string,
  itemIndex: number,
): Promise<IDataObject> {
  const path = `/jobs/${encodeURIComponent(jobId)}`;
  for (;;) {
    const job = await callService(functions, { method: 'GET', path, retries: POLL_RETRIES, itemIndex });
    if (job.status !== 'queued') return job;
    if (functions.getExecutionCancelSignal()?.aborted) {
      await callService(functions, { method: 'DELETE', path, itemIndex });
      const message = 'The execution was stopped, and the job cancelled. It costs nothing.';
      throw new NodeOperationError(functions.getNode(), message, { itemIndex });
    }
    const expectedMs = Number(job.estimated_wait_seconds ?? 0) * 1000;
    await sleep(Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, expectedMs)));
  }
}

/** A job, with its file as binary data if it has one and `download` is set. */
export async function withResult(
  functions: IExecuteFunctions,
  job: IDataObject,
  itemIndex: number,
): Promise<INodeExecutionData> {
  const url = job.result_url;
  if (typeof url !== 'string' || !functions.getNodeParameter('download', itemIndex)) {
    return itemOf(job, itemIndex);
  }
  try {
    // The link is enough to read the file, which can be at another address: no key is sent there.
    const { body, headers } = await functions.helpers.httpRequest({
      ...{ url, headers: NAMED, encoding: 'stream', returnFullResponse: true },
    });
    const mime = String(headers['content-type']);
    const name = `kinora-${job.job_id}.${mime.split('/')[1]}`;
    const field = functions.getNodeParameter('binaryField', itemIndex) as string;
    const data = await functions.helpers.prepareBinaryData(body, name, mime);
    return { ...itemOf(job, itemIndex), binary: { [field]: data } };
  } catch (error) {
    const message = `The result of job ${job.job_id} could not be downloaded`;
    throw new NodeApiError(functions.getNode(), error as JsonObject, { message, itemIndex });
  }
}

export const itemOf = (json: IDataObject, itemIndex: number): INodeExecutionData => ({
  json,
  pairedItem: { item: itemIndex },
});
