import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** What a person sets in the node. The names of `options` are those of the fields of the API. */

const whenImageOrVideo = (...operations: string[]): IDisplayOptions => ({
  show: { resource: ['image', 'video'], operation: operations },
});
const forGenerate = whenImageOrVideo('generate');
const forVideo: IDisplayOptions = { show: { resource: ['video'], operation: ['generate'] } };

const operations = (resource: string, options: INodePropertyOptions[], first: string): INodeProperties => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: [resource] } },
  options,
  default: first,
});

const operationsOf = (kind: string, article: string): INodeProperties =>
  operations(
    kind,
    [
      {
        name: 'Delete',
        value: 'delete',
        action: `Delete ${article} ${kind}`,
        description: `Delete ${article} ${kind}, or cancel one that has not ended, which then costs nothing`,
      },
      {
        name: 'Generate',
        value: 'generate',
        action: `Generate ${article} ${kind}`,
        description: `Order ${article} ${kind} from a prompt, and wait for it`,
      },
      {
        name: 'Get',
        value: 'get',
        action: `Get ${article} ${kind}`,
        description: `Get the status of ${article} ${kind}, and the file if it is completed`,
      },
    ],
    'generate',
  );

const what: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Account', value: 'account' },
      { name: 'Image', value: 'image' },
      { name: 'Video', value: 'video' },
    ],
    default: 'image',
  },
  operations(
    'account',
    [
      {
        name: 'Get Balance',
        value: 'getBalance',
        action: 'Get the balance',
        description: 'Get the prepaid balance in cents, and the latest purchases',
      },
      {
        name: 'Get Usage',
        value: 'getUsage',
        action: 'Get the usage',
        description: 'Get what was generated and charged this month, and the prices',
      },
    ],
    'getBalance',
  ),
  operationsOf('image', 'an'),
  operationsOf('video', 'a'),
];

const order: INodeProperties[] = [
  {
    displayName: 'Prompt',
    name: 'prompt',
    type: 'string',
    typeOptions: { rows: 4 },
    default: '',
    required: true,
    placeholder: 'e.g. A lighthouse at dusk',
    description: 'What to generate',
    displayOptions: forGenerate,
  },
  {
    displayName: 'Model Name or ID',
    name: 'model',
    type: 'options',
    typeOptions: { loadOptionsMethod: 'getModels', loadOptionsDependsOn: ['resource'] },
    default: '',
    description:
      'A model of the service. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
    displayOptions: forGenerate,
  },
  {
    displayName: 'Size',
    name: 'size',
    type: 'string',
    default: '',
    placeholder: 'e.g. 1280x720',
    description: 'Width and height in pixels. If empty, the default size of the model.',
    displayOptions: forGenerate,
  },
  {
    displayName: 'Duration',
    name: 'duration',
    type: 'number',
    typeOptions: { minValue: 1, numberPrecision: 3 },
    default: 5,
    description: 'Length in seconds. Each model has its own lengths.',
    displayOptions: forVideo,
  },
  {
    displayName: 'Input Binary Field of the First Frame',
    name: 'firstFrame',
    type: 'string',
    default: '',
    placeholder: 'e.g. data',
    hint: 'The name of the input field containing an image, to begin the video with',
    description: 'A PNG, JPEG or WebP. If empty, the video is made from the prompt alone.',
    displayOptions: forVideo,
  },
  {
    displayName: 'Wait for the Result',
    name: 'wait',
    type: 'boolean',
    default: true,
    description:
      'Whether to wait until the job has ended. If not, the output has the job ID for the operation Get.',
    displayOptions: forGenerate,
  },
];

/** Where there is a result: an order that is not waited for has none. */
const forResult: IDisplayOptions = { ...whenImageOrVideo('generate', 'get'), hide: { wait: [false] } };

const result: INodeProperties[] = [
  {
    displayName: 'Job ID',
    name: 'jobId',
    type: 'string',
    default: '={{ $json.job_id }}',
    required: true,
    description: 'The ID that Generate returned',
    displayOptions: whenImageOrVideo('get', 'delete'),
  },
  {
    displayName: 'Download',
    name: 'download',
    type: 'boolean',
    default: true,
    description: 'Whether to put the file of a completed job into the output',
    displayOptions: forResult,
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryField',
    type: 'string',
    default: 'data',
    required: true,
    hint: 'The name of the output binary field to put the file in',
    displayOptions: { ...forResult, show: { ...forResult.show, download: [true] } },
  },
];

const options: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  default: {},
  displayOptions: forGenerate,
  options: [
    {
      displayName: 'Maximum Price',
      name: 'max_price_cents',
      type: 'number',
      typeOptions: { minValue: 0 },
      default: 10,
      description: 'In cents. An order that costs more is refused, and nothing is charged.',
    },
    {
      displayName: 'Negative Prompt',
      name: 'negative_prompt',
      type: 'string',
      default: '',
      description: 'What must not be shown, for models that support it',
    },
    {
      displayName: 'Seed',
      name: 'seed',
      type: 'number',
      default: 0,
      description: 'The same request with the same seed gives the same result. Random without it.',
    },
    {
      displayName: 'Webhook URL',
      name: 'webhook_url',
      type: 'string',
      default: '',
      placeholder: 'e.g. {{ $execution.resumeUrl }}',
      description: 'Where the end of the job is reported, such as a Wait node that resumes on a webhook call',
    },
  ],
};

export const properties: INodeProperties[] = [...what, ...order, ...result, options];
