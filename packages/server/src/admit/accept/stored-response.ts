/**
 * The response body of an accepted request, as its interface renders it. It is stored as it was sent, so that a replay is
 * the same to the byte whatever a later release answers; only the job that it names is read again.
 */
export interface Answer {
  readonly job_id: string;
}

/** What makes a retry safe: a second request with the same key and the same hash gets the first response. */
export interface IdempotencyClaim {
  readonly key: string;
  /** SHA-256 of the request as parsed, so that white space and defaults do not matter. */
  readonly requestHash: Buffer;
}

export interface StoredResponse {
  readonly requestHash: Buffer;
  readonly answer: Answer;
}
