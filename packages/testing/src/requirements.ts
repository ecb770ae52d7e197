import { decisionsAccounts } from './requirements/decisions-accounts.ts';
import { decisionsBrowsers } from './requirements/decisions-browsers.ts';
import { decisionsCatalogue } from './requirements/decisions-catalogue.ts';
import { decisionsClients } from './requirements/decisions-clients.ts';
import { decisionsComfyUi } from './requirements/decisions-comfyui.ts';
import { decisionsConsole } from './requirements/decisions-console.ts';
import { decisionsFacade } from './requirements/decisions-facade.ts';
import { decisionsGeneration } from './requirements/decisions-generation.ts';
import { decisionsInterfaces } from './requirements/decisions-interfaces.ts';
import { decisionsKeys } from './requirements/decisions-keys.ts';
import { decisionsLibrary } from './requirements/decisions-library.ts';
import { decisionsModels } from './requirements/decisions-models.ts';
import { decisionsMoney } from './requirements/decisions-money.ts';
import { decisionsObserving } from './requirements/decisions-observing.ts';
import { decisionsOperating } from './requirements/decisions-operating.ts';
import { decisionsOperator } from './requirements/decisions-operator.ts';
import { decisionsRemote } from './requirements/decisions-remote.ts';
import { decisionsRequests } from './requirements/decisions-requests.ts';
import { decisionsSecrets } from './requirements/decisions-secrets.ts';
import { decisionsStudio } from './requirements/decisions-studio.ts';
import { decisionsWorkers } from './requirements/decisions-workers.ts';
import { jobApi } from './requirements/job-api.ts';
import { v1Access } from './requirements/v1-access.ts';
import { v1Errors } from './requirements/v1-errors.ts';
import { v1Generation } from './requirements/v1-generation.ts';
import { v1Jobs } from './requirements/v1-jobs.ts';
import { v1Money } from './requirements/v1-money.ts';

/**
 * Every requirement of the two interface documents and of the decisions, as data. A repeated requirement has one id,
 * at its first occurrence; a decision that only repeats an interface has none.
 */
export const requirements = Object.freeze([
  ...v1Generation,
  ...v1Jobs,
  ...v1Access,
  ...v1Money,
  ...v1Errors,
  ...jobApi,
  ...decisionsRemote,
  ...decisionsRequests,
  ...decisionsGeneration,
  ...decisionsComfyUi,
  ...decisionsCatalogue,
  ...decisionsModels,
  ...decisionsMoney,
  ...decisionsInterfaces,
  ...decisionsBrowsers,
  ...decisionsFacade,
  ...decisionsConsole,
  ...decisionsKeys,
  ...decisionsObserving,
  ...decisionsOperating,
  ...decisionsSecrets,
  ...decisionsOperator,
  ...decisionsWorkers,
  ...decisionsAccounts,
  ...decisionsClients,
  ...decisionsStudio,
  ...decisionsLibrary,
]);

export type RequirementId = (typeof requirements)[number]['id'];

const known: ReadonlySet<string> = new Set(requirements.map((requirement) => requirement.id));

/**
 * Declares which requirements the calling test verifies. The coverage gate reads these calls from the source.
 * Throws on an unknown id, for callers that the compiler did not check.
 */
export function verifies(...ids: readonly [RequirementId, ...RequirementId[]]): void {
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Error(`Unknown requirement: ${unknown.join(', ')}`);
}
