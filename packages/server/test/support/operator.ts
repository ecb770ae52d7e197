import { type ConsoleCaller, consoleCaller } from './console-caller.ts';
import { signUpOperator } from './signed-in.ts';
import type { TestApp } from './test-app.ts';

/** A signed-in operator who calls the operator's interface. */
export async function operatorCaller(
  service: TestApp,
  email = `operator-${Math.random().toString(36).slice(2)}@example.com`,
): Promise<ConsoleCaller> {
  return consoleCaller(service, await signUpOperator(service, email), '/api/console/operator');
}
