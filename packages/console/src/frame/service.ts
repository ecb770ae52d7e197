import type { ServiceIdentity } from '@kinora/contract';

/** What the catalogue says of the service, from the document of the console. */
export const service: ServiceIdentity = JSON.parse(
  document.getElementById('console')?.dataset.service ?? '{}',
);
