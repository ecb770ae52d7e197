import Module from 'node:module';
import path from 'node:path';

/**
 * Runs nodes as n8n does, with the engine of n8n (`n8n-core`) as npm installed it, and its loader of community packages. Only what n8n reads
 * from its database is replaced: the stored credential, and the ids of executions.
 */

interface Item {
  readonly json: Record<string, unknown>;
  readonly binary?: Record<
    string,
    { readonly data: string; readonly mimeType: string; readonly fileName: string }
  >;
  readonly pairedItem?: { readonly item: number };
}

/** The end of an execution, with what n8n stores of it. */
export interface Ended {
  readonly items: readonly Item[];
  readonly error:
    | {
        readonly name: string;
        readonly message: string;
        readonly description?: string;
        readonly httpCode?: string;
        readonly context: Readonly<Record<string, unknown>>;
      }
    | undefined;
  /** Executes again from the node that failed, as Retry in the list of executions does. */
  retry(): Promise<Ended>;
}

export interface Execution {
  readonly credential: { readonly baseUrl: string; readonly apiKey: string };
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly items?: readonly Item[];
  /** Settings of the node, such as `retryOnFail` and `onError`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

const NODE = 'Kinora';

// biome-ignore lint/suspicious/noExplicitAny: the packages of n8n are installed by the test, so their types are not here.
type Untyped = any;

/** `folder` has n8n-core, and as the home of a person the community packages of n8n. */
export async function openN8n(folder: string) {
  process.env.N8N_USER_FOLDER = folder;
  process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'default';
  // So do the nodes of a community package find n8n-workflow.
  process.env.NODE_PATH = path.join(folder, 'node_modules');
  (Module as Untyped)._initPaths();
  const require = Module.createRequire(path.join(folder, 'package.json'));
  // n8n registers its classes by the metadata of their types.
  Module.createRequire(require.resolve('n8n-core'))('reflect-metadata');
  const core: Untyped = require('n8n-core');
  const workflowLibrary: Untyped = require('n8n-workflow');
  const loader = new core.PackageDirectoryLoader(
    path.join(folder, '.n8n/nodes/node_modules/n8n-nodes-kinora'),
  );
  await loader.loadAll();
  const { type } = loader.getNode('kinora');
  const nodeTypes = {
    getByName: () => type,
    getByNameAndVersion: () => type,
    getKnownTypes: () => loader.known.nodes,
  };
  let executions = 0;

  async function process_(execution: Execution, data: Untyped): Promise<Ended> {
    const node = nodeOf(execution, type);
    const workflow = new workflowLibrary.Workflow({
      ...{ id: 'w1', nodes: [node], connections: {}, active: false, nodeTypes },
    });
    executions += 1;
    const executionId = String(executions);
    const additionalData = {
      executionId,
      credentialsHelper: credentialsHelperOf(execution),
      currentNodeExecutionIndex: 0,
      variables: {},
      webhookWaitingBaseUrl: 'https://n8n.example.com/webhook-waiting',
      hooks: new core.ExecutionLifecycleHooks('manual', executionId, { nodes: [node] }),
    };
    for (const entry of data.executionData.nodeExecutionStack) entry.node = node;
    const running = new core.WorkflowExecute(additionalData, 'manual', data).processRunExecutionData(
      workflow,
    );
    execution.signal?.addEventListener('abort', () => running.cancel());
    const run = await running;
    const { error } = run.data.resultData;
    return {
      items: run.data.resultData.runData[NODE]?.at(-1)?.data?.main?.[0] ?? [],
      error,
      retry: () => {
        const stored = JSON.parse(JSON.stringify(run.data));
        delete stored.resultData.error;
        stored.resultData.runData[NODE].pop();
        return process_(execution, stored);
      },
    };
  }

  return {
    loader,
    execute: (execution: Execution): Promise<Ended> => {
      const main = [execution.items ?? [{ json: {} }]];
      const entry = { node: nodeOf(execution, type), data: { main }, source: null };
      return process_(execution, {
        startData: {},
        resultData: { runData: {} },
        executionData: {
          ...{ contextData: {}, nodeExecutionStack: [entry], metadata: {} },
          ...{ waitingExecution: {}, waitingExecutionSource: {} },
        },
      });
    },
    /** The choices of a parameter that the service fills. */
    async loadOptions(credential: Execution['credential'], resource: string) {
      const workflow = new workflowLibrary.Workflow({
        ...{ id: 'w1', nodes: [], connections: {}, active: false, nodeTypes },
      });
      const execution = { credential, parameters: { resource } };
      const node = nodeOf(execution, type);
      const additionalData = {
        ...{ credentialsHelper: credentialsHelperOf(execution), currentNodeParameters: node.parameters },
      };
      const context = new core.LoadOptionsContext(workflow, node, additionalData, 'parameters.model');
      return type.methods.loadOptions.getModels.call(context);
    },
  };
}

function nodeOf({ parameters, settings }: Execution, type: Untyped): Untyped {
  const defaults = type.description.properties
    .filter((property: Untyped) => shows(property, parameters))
    .map(({ name, default: value }: Untyped) => [name, value]);
  return {
    ...{ id: 'n1', name: NODE, type: 'n8n-nodes-kinora.kinora', typeVersion: 1, position: [0, 0] },
    parameters: { ...Object.fromEntries(defaults), ...parameters },
    credentials: { kinoraApi: { id: 'c1', name: 'Kinora' } },
    ...settings,
  };
}

function shows({ displayOptions }: Untyped, parameters: Readonly<Record<string, unknown>>): boolean {
  const { resource, operation } = displayOptions?.show ?? {};
  const matches = (allowed: string[] | undefined, value: unknown) =>
    allowed === undefined || allowed.includes(String(value));
  return matches(resource, parameters.resource) && matches(operation, parameters.operation);
}

/** What the credential's `authenticate` says; `npm run n8n` has n8n itself do it. */
function credentialsHelperOf({ credential }: Pick<Execution, 'credential'>) {
  return {
    getDecrypted: async () => credential,
    getParentTypes: () => [],
    getCredentialsProperties: () => [],
    isCredentialUsableByNode: () => true,
    preAuthentication: async () => undefined,
    runPreAuthentication: async () => undefined,
    authenticate: async ({ apiKey }: typeof credential, _type: string, request: Untyped) => ({
      ...request,
      headers: { ...request.headers, 'X-API-Key': apiKey },
    }),
  };
}
