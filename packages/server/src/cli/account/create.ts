import { UsageError } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import { createAccount } from '../../accounts/create-account.ts';
import type { Plans } from '../../catalogue/plans.ts';
import { type Plan, setGrantedPlan } from '../../funding/terms.ts';
import { systemClock } from '../../kernel/clock.ts';
import { formatUsd } from '../../kernel/money.ts';
import { requireSecrets } from '../../wiring/installation.ts';
import { readUsd } from '../read-option.ts';
import { readSelling } from '../read-selling.ts';
import { recordCommand } from '../record-command.ts';
import { withDatabase } from '../with-database.ts';
import { accessOf } from './access-of.ts';

export interface CreateOptions {
  readonly 'balance-usd'?: string | undefined;
  readonly plan?: string | undefined;
  readonly billing?: string | undefined;
  readonly store?: string | undefined;
  readonly operator: boolean;
  readonly json: boolean;
}

export async function create(email: string, values: CreateOptions): Promise<number> {
  const balanceCents = readUsd('balance-usd', values['balance-usd'] ?? '0');
  const home = values.operator ? '/operator' : '/account';
  const created = await withDatabase(async (database, _applied, config) => {
    const { keys } = await requireSecrets(config);
    const plan = readGrant(values, await readSelling(database));
    const account = { email, balanceCents, operator: values.operator };
    const opened = await createAccount(database, systemClock, account);
    if (opened === undefined) throw new Error(`an account for ${email} already exists`);
    if (plan !== undefined) {
      const at = systemClock.now();
      await database.transaction((tx) => setGrantedPlan(tx, opened.accountId, plan, at));
    }
    await recordCommand(database, 'account create', opened.accountId, {
      balance_cents: balanceCents,
      plan: plan?.name ?? '',
      operator: values.operator,
    });
    const user = { id: opened.accountId, email: email.toLowerCase() };
    const { baseUrl, accessToken } = await accessOf(database, config, keys, user);
    const { issuePasswordLink } = await import('../../accounts/password-links.ts');
    const passwordUrl = await issuePasswordLink(database, baseUrl, user.id, home);
    return { ...opened, baseUrl, accessToken, passwordUrl };
  });
  const { accountId, apiKey, accessToken, baseUrl, passwordUrl } = created;
  if (values.json) {
    const ids = {
      account_id: accountId,
      api_key: apiKey,
      access_token: accessToken,
      password_url: passwordUrl,
    };
    writeText(`${JSON.stringify(ids)}\n`);
    return 0;
  }
  writeText(`Account   ${accountId}
Balance   ${formatUsd(balanceCents)} USD
API key   ${apiKey}
Console   ${baseUrl}${home}
Password  ${passwordUrl}

The key is shown only once; store it safely. The last link sets the password, once and within an hour.
`);
  if (values.operator) writeText('Operators add a passkey or an authenticator app when they sign in.\n');
  return 0;
}

/** The plan to grant; undefined for none. */
function readGrant({ plan, billing, store }: CreateOptions, catalogue: Plans): Plan | undefined {
  if (plan === undefined) {
    if (billing !== undefined) throw new UsageError('--billing needs a plan, such as --plan max');
    if (store !== undefined) throw new UsageError('--store needs a plan, such as --plan max');
    return undefined;
  }
  if (catalogue.plan(plan) === undefined) {
    const plans = catalogue.plans.map(({ id }) => id).join(', ');
    throw new UsageError(`--plan must be one of ${plans}, not "${plan}"`);
  }
  if (billing !== undefined && billing !== 'none' && billing !== 'manual') {
    throw new UsageError(`--billing must be none or manual, not "${billing}"`);
  }
  if (store === undefined) {
    return { name: plan, source: 'operator', interval: 'month', billing: billing ?? 'none' };
  }
  if (store !== 'app') throw new UsageError(`--store must be app, not "${store}"`);
  if (billing !== undefined) throw new UsageError('--billing and --store app exclude each other');
  return { name: plan, source: 'app_store', interval: 'month' };
}
