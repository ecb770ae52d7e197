import type { ServiceIdentity } from '@kinora/contract';

/** The texts of the home page are the service's, or those of a new one. */
interface ShownIdentity extends ServiceIdentity {
  readonly headline: string;
  readonly description: string;
  /** The path of the operator's logo; null for the mark of the product. */
  readonly logo: string | null;
}

/** What the catalogue says of the service, from the document of the console. */
export const service: ShownIdentity = JSON.parse(document.getElementById('console')?.dataset.service ?? '{}');
