import {
  type IDataObject,
  type IExecuteFunctions,
  type ILoadOptionsFunctions,
  type INodeExecutionData,
  type INodePropertyOptions,
  type INodeType,
  type INodeTypeDescription,
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow';
import { callService } from './call-service.ts';
import { generate, itemOf, withResult } from './orders.ts';
import { properties } from './properties.ts';

/** Images and videos of a Kinora service. n8n finds the class by the name of the file. */
export class Kinora implements INodeType {
  readonly description: INodeTypeDescription = {
    displayName: 'Kinora',
    name: 'kinora',
    icon: { light: 'file:kinora.svg', dark: 'file:kinora.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Generate images and videos with sound',
    defaults: { name: 'Kinora' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'kinoraApi', required: true }],
    properties,
  };

  readonly methods = { loadOptions: { getModels } };

  /** One item after the other, so that no more jobs run at once than the account may have. */
  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (const itemIndex of this.getInputData().keys()) {
      try {
        results.push(await runItem(this, itemIndex));
      } catch (error) {
        if (!this.continueOnFail()) throw asNodeError(this, error, itemIndex);
        results.push(itemOf({ error: (error as Error).message }, itemIndex));
      }
    }
    return [results];
  }
}

function asNodeError(functions: IExecuteFunctions, error: unknown, itemIndex: number): Error {
  if (error instanceof NodeApiError) return error;
  return new NodeOperationError(functions.getNode(), error as Error, { itemIndex });
}

async function runItem(functions: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData> {
  const resource = functions.getNodeParameter('resource', itemIndex) as 'account' | 'image' | 'video';
  const operation = functions.getNodeParameter('operation', itemIndex) as string;
  if (resource === 'account') {
    const path = operation === 'getUsage' ? '/usage' : '/me/balance';
    return itemOf(await callService(functions, { method: 'GET', path, itemIndex }), itemIndex);
  }
  if (operation === 'generate') return generate(functions, resource, itemIndex);
  const jobId = functions.getNodeParameter('jobId', itemIndex) as string;
  const path = `/jobs/${encodeURIComponent(jobId)}`;
  if (operation === 'delete') {
    await callService(functions, { method: 'DELETE', path, itemIndex });
    return itemOf({ job_id: jobId, deleted: true }, itemIndex);
  }
  return withResult(functions, await callService(functions, { method: 'GET', path, itemIndex }), itemIndex);
}

/** The models of the chosen resource that are sold, after the default one. */
async function getModels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const kind = this.getCurrentNodeParameter('resource');
  const { models } = await callService(this, { method: 'GET', path: '/models' });
  const ofKind = (models as IDataObject[]).filter((model) => model.kind === kind);
  return [
    { name: 'Default', value: '' },
    ...ofKind.map(({ id, title, description }) => ({
      name: String(title),
      value: String(id),
      description: String(description),
    })),
  ];
}
