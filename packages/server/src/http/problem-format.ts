import { jobApiFormat } from './job-api/problem-handler.ts';
import { openaiFormat } from './openai/problem-handler.ts';
import { type ProblemFormat, v1Format } from './problem-response.ts';

const JOB_API = /^(\/api)?\/(generate|jobs?|health|report|me|quote)(\/|$)/;
const OPENAI = /^(\/api)?\/openai(\/|$)/;
/** Also what has the format of v1: the sign-in, the console and the workers. */
const V1 = /^(\/api)?\/v1(\/|$)|^\/(api\/auth|api\/console|worker)(\/|$)/;

/**
 * The format of a request that reaches no route: that of the interface to which its path belongs, or of the job API, whose
 * problems are a sentence alone, where it belongs to none or cannot be read.
 */
export function formatOf(path: string, isServed: boolean): ProblemFormat {
  if (isOfJobApi(path)) return jobApiFormat;
  if (OPENAI.test(path)) return openaiFormat;
  return isServed || V1.test(path) ? v1Format : jobApiFormat;
}

export function isOfJobApi(path: string): boolean {
  return JOB_API.test(path);
}
