import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow';

/** The address of a service and a key of it. */
export class KinoraApi implements ICredentialType {
  readonly name = 'kinoraApi';
  readonly displayName = 'Kinora API';
  readonly icon = { light: 'file:kinora.svg', dark: 'file:kinora.dark.svg' } as const;
  readonly properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: 'http://127.0.0.1:8787',
      placeholder: 'https://media.example.com',
      description: 'The address of the Kinora service, without /v1',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'A key of your account, which begins with kn_',
      required: true,
    },
  ];
  readonly authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { 'X-API-Key': '={{$credentials.apiKey}}' } },
  };
  /** A call that every key may make, and that costs nothing. */
  readonly test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.baseUrl.replace(/[/]+$/, "")}}',
      url: '/v1/usage',
      headers: { 'User-Agent': 'n8n-nodes-kinora/0.1' },
    },
  };
}
