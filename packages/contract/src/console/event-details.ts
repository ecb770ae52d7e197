import { type AccountSetting, accountSettings } from '../account-settings.ts';

/** What an event of the security log may say, and how the audit log says it. */

/** How a reader sees an amount and a time. */
export interface DetailFormat {
  usd(cents: number): string;
  time(iso: string): string;
}

export type DetailValue = string | number | boolean;
export type Details = Readonly<Record<string, DetailValue>>;
/** The sentence for a value; undefined where there is nothing to say, or another one says it. */
type Words = (value: DetailValue, format: DetailFormat, all: Details) => string | undefined;

const named =
  (name: string): Words =>
  (value) =>
    value === '' ? undefined : `${name}: ${inWords(value)}`;
const amount =
  (name: string): Words =>
  (value, { usd }) =>
    `${name}: ${typeof value === 'number' ? usd(value) : inWords(value)}`;
const moment =
  (name: string): Words =>
  (value, { time }) =>
    `${name}: ${Number.isNaN(Date.parse(String(value))) ? inWords(value) : time(String(value))}`;
const number =
  (one: string, many = `${one}s`): Words =>
  (value) =>
    `${value} ${value === 1 ? one : many}`;
const limit =
  (name: string): Words =>
  (value) =>
    `${name}: ${typeof value === 'number' ? value.toLocaleString('en') : 'as usual'}`;
const either =
  (yes: string | undefined, no: string | undefined): Words =>
  (value) =>
    value === true || value === 'yes' ? yes : no;
const oneOf =
  (texts: Readonly<Record<string, string>>): Words =>
  (value) =>
    texts[String(value)] ?? inWords(value);

/** A code such as `lost_or_stolen_card`; names, addresses and sentences stay as they are. */
function inWords(value: DetailValue): string {
  return typeof value === 'string' && /^[a-z]+(_[a-z]+)+$/.test(value)
    ? value.replaceAll('_', ' ')
    : String(value);
}

const GIB = 1024 ** 3;
const HOUR = 3600;

const words = {
  new_browser: either('In a new browser', 'In a known browser'),
  in_session: either('While confirming a change', undefined),
  method: oneOf({
    password: 'With the password',
    passkey: 'With a passkey',
    code: 'With the code of an authenticator app',
    backup_code: 'With a backup code',
    app: 'With an authenticator app',
  }),
  is_taken_back: either('Somebody else had used the address: keys and approvals were ended', undefined),
  sessions: number('session ended', 'sessions ended'),
  by: oneOf({
    page: 'On the page of the account',
    terminal: 'From a terminal',
    operator: 'By an operator',
    session: 'On the page of the account',
    api_key: 'With an API key',
    receiver: 'By the receiver of the webhooks',
  }),
  terminal: named('Terminal at'),
  client: named('Program'),
  prefix: (value) => `Key ${value}…`,
  replaces: (value) => `Replaces the key ${value}…`,
  before: (value) => `Keys that ${value}… has replaced`,
  keys: number('key ended', 'keys ended'),
  key: (value) => `Key ${value}…`,
  overlap_seconds: (value) =>
    value === 0 ? undefined : `The replaced key works for ${hoursOf(Number(value))} more`,
  renamed: either('Renamed', undefined),
  scopes: (value) => `May: ${String(value).replaceAll(' ', ', ').replaceAll('_', ' ')}`,
  expires_at: moment('Expires'),
  cap_cents: amount('Monthly cap'),
  purchase: named('Purchase'),
  grant_code: named('Code'),
  uses: number('use'),
  grant_days: (value) => `Valid for ${value} ${value === 1 ? 'day' : 'days'}`,
  payment: named('Payment'),
  charge: named('Charge'),
  cents: amount('Amount'),
  amount_cents: amount('Amount'),
  owed_cents: amount('Owed now'),
  ordered_cents: amount('Ordered'),
  paid_cents: amount('Paid'),
  balance_cents: amount('Balance'),
  forfeited_cents: amount('Forfeited'),
  held_cents: amount('Held for jobs'),
  amount: (value, _format, { currency }) => `Amount: ${money(Number(value), String(currency))}`,
  currency: () => undefined,
  reason: (value) => (inWords(value) === value ? value : capital(inWords(value))),
  setting: (value, _format, all) => `${accountSettings[value as AccountSetting] ?? value}: ${all.value}`,
  value: () => undefined,
  suspended_until: moment('Suspended until'),
  command: (value) => `kinora ${value}`,
  plan: (value) => (value === '' ? undefined : `Plan: ${capital(inWords(value))}`),
  price_list: (value) => `Price list: ${value}`,
  billing: oneOf({
    none: 'Pay per use with a card on file',
    manual: 'Pay per use by invoices of the operator',
  }),
  operator: either('An operator', undefined),
  calls_per_minute: limit('Calls per minute'),
  jobs_at_once: limit('Jobs at once'),
  videos_per_day: limit('Videos per day'),
  images_per_day: limit('Images per day'),
  stored_bytes: (value) =>
    `Kept results: ${typeof value === 'number' ? `${(value / GIB).toLocaleString('en', { maximumFractionDigits: 2 })} GiB` : 'as usual'}`,
  name: named('Name'),
  requeued_jobs: number('job went back to the queue', 'jobs went back to the queue'),
  job: named('Job'),
  attempt: named('Attempt'),
  report: named('Report'),
  reports: number('report'),
  resolution: oneOf({ kept: 'The content is kept', removed: 'The content is deleted' }),
  decision: oneOf({ upheld: 'The block was right', mistaken: 'The block was a mistake' }),
  purpose: named('Secret'),
  version: named('Version'),
  changes: number('change'),
  starts_at: moment('Starts'),
  signs_from: moment('Signs from'),
  leaked: either('Had leaked: the former one is no longer accepted', undefined),
} as const satisfies Readonly<Record<string, Words>>;

/** The name of what an event says: whatever is written to the log has its words here. */
export type EventDetail = keyof typeof words;
export const eventDetails = Object.keys(words) as EventDetail[];

/** A sentence for one detail of an event; undefined for nothing. What only another version writes is shown by its name. */
export function sayDetail(name: string, all: Details, format: DetailFormat): string | undefined {
  // The commands of a former version wrote names such as `callsPerMinute`.
  const known = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const say: Words = isDetail(known) ? words[known] : named(capital(known.replaceAll('_', ' ')));
  return say(all[name] ?? '', format, all);
}

const isDetail = (name: string): name is EventDetail => Object.hasOwn(words, name);

/** An amount of the payment provider, in the smallest unit of any currency. */
function money(amount: number, currency: string): string {
  if (!/^[a-z]{3}$/i.test(currency)) return `${amount} ${currency}`;
  const { maximumFractionDigits: decimals = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${currency.toUpperCase()}`;
}

function hoursOf(seconds: number): string {
  const [size, unit] =
    seconds % (24 * HOUR) === 0 ? [24 * HOUR, 'day'] : seconds % HOUR === 0 ? [HOUR, 'hour'] : [60, 'minute'];
  const count = Math.round(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
