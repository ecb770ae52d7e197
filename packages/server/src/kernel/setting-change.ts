import type { AccountSetting } from '@kinora/contract';

/** A change of a setting that moves money or results; `value` is what its owner reads of it, and never a secret. */
export interface SettingChange {
  readonly setting: AccountSetting;
  readonly value: string;
}
