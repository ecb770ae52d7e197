import { RenderFault } from '@kinora/engine/engine';
import { isRecord } from './read-failure.ts';

export interface ApiResponse {
  readonly bytes: Uint8Array;
  /** How it begins, for the operator: without the key and the prompt. */
  readonly excerpt: () => string;
  /** What it cost, if a header says so. */
  readonly costCents?: number | undefined;
}

/** A response that does not conform to the interface. What it is the answer to may be billed, so it is not asked for again. */
export class MalformedResponse extends RenderFault {
  constructor(message: string, said?: string) {
    super(said === undefined ? message : `${message} It sent: ${said}`, { isRetryable: false });
  }
}

export function readJson({ bytes, excerpt }: ApiResponse): Record<string, unknown> | unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new MalformedResponse('The server returned something other than JSON.', excerpt());
  }
  if (isRecord(value) || Array.isArray(value)) return value;
  throw new MalformedResponse('The server returned JSON that is neither an object nor a list.', excerpt());
}
