import type { Balance, Usage } from '@kinora/client';
import { type CustomerCommand, jsonOption, serverOption } from '../customer-command.ts';
import { exitStatus } from '../exit-status.ts';
import { formatUsd, print, printJson } from '../output.ts';
import { signedIn } from '../session.ts';

export const usage: CustomerCommand = {
  name: 'usage',
  parameters: '',
  about: 'Shows your balance and what you used this month.',
  options: {
    ...jsonOption('{"usage", "balance"}: the responses of GET /v1/usage and GET /v1/me/balance.'),
    ...serverOption,
  },
  async run(line) {
    const client = await signedIn(line.text('server'));
    const [used, balance] = await Promise.all([client.usage(), client.balance()]);
    if (line.has('json')) printJson({ usage: used, balance });
    else printUsage(used, balance);
    return exitStatus.done;
  },
};

const GIB = 1024 ** 3;

function storageOf({ charged_cents: cents, ...kept }: NonNullable<Usage['storage']>): string {
  const gib = (bytes: number) => (bytes / GIB).toFixed(1);
  return `${gib(kept.stored_bytes)} of ${gib(kept.included_bytes)} GiB included; ${formatUsd(cents)} for more`;
}

function printUsage(used: Usage, { balance_cents, auto_recharge, monthly_cap_cents }: Balance): void {
  const included = (count: number, unit: string) => (count === 0 ? '' : ` of ${count}${unit} included`);
  const recharge = auto_recharge.enabled
    ? `${auto_recharge.amount_usd} USD below ${formatUsd(auto_recharge.threshold_cents)}`
    : 'off';
  const rows: readonly (readonly [string, string])[] = [
    ['Balance', formatUsd(balance_cents)],
    ['Auto-recharge', recharge],
    ['Monthly cap', formatUsd(monthly_cap_cents)],
    ['Month', used.month_start.slice(0, 7)],
    ['Images', `${used.images_used}${included(used.base_images_allowance, '')}`],
    ['Videos', `${used.videos_used}`],
    ['Video seconds', `${used.video_seconds_used}${included(used.base_video_seconds_allowance, ' s')}`],
    ['Pay per use', formatUsd(used.overage_charged_cents)],
    ...(used.storage === undefined ? [] : [['Storage', storageOf(used.storage)] as const]),
  ];
  for (const [name, value] of rows) print(`${name.padEnd(14)} ${value}`);
}
