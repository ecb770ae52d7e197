/** The settings of an account that move money or results, as its owner reads them. */
export const accountSettings = {
  webhook_address: 'Webhook address',
  webhook_secret: 'Webhook secret',
  monthly_cap: 'Monthly cap',
  auto_recharge: 'Auto-recharge',
  pay_per_use: 'Pay per use',
} as const;

export type AccountSetting = keyof typeof accountSettings;
