import OpenAI, { type ClientOptions } from 'openai';
import type { TestAccount, TestApp } from './test-app.ts';

/** The openai package with nothing changed but its address and key. It repeats nothing by itself by default. */
export function openaiClient(service: TestApp, customer: TestAccount, options: ClientOptions = {}): OpenAI {
  const baseURL = `${service.url}/openai/v1`;
  return new OpenAI({ apiKey: customer.key, baseURL, maxRetries: 0, ...options });
}

/** What a test asks for where the content does not matter: the smallest and cheapest of each kind. */
export const IMAGE = { model: 'kinora-image', prompt: 'a quiet lake', size: '256x256' } as const;
export const VIDEO = {
  model: 'kinora-video-fast',
  prompt: 'surf at noon',
  seconds: '1',
  size: '448x256',
} as unknown as OpenAI.VideoCreateParams;
