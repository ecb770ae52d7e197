import { isRecord } from './read-failure.ts';
import { type ApiResponse, MalformedResponse } from './read-result.ts';
import { readWords, type State } from './status-words.ts';

export type Medium = 'image' | 'video';

/** The bytes of a result, or where they are. */
export type Media = { readonly bytes: Uint8Array } | { readonly url: string };

/** What a server says of something that was ordered, whatever it calls the parts. */
export interface Answer {
  readonly state: State;
  /** The vendor's own word for it; empty if it has none. */
  readonly word: string;
  readonly id: string | undefined;
  /** Where its status is. */
  readonly pollAt: string | undefined;
  /** Where an answer with the result is, once it is done. */
  readonly resultAt: string | undefined;
  /** From 0 to 1; 0 if it is not known. */
  readonly progress: number;
  readonly media: Media | undefined;
  readonly error: unknown;
  /** What the server says that it bills, in US cents. */
  readonly costCents: number | undefined;
  /** There is an error, and nothing of how it goes. */
  readonly isTrouble: boolean;
  /** The vendor says that it keeps the result back. */
  readonly isWithheld: boolean;
  /** There is a list of results, without a result. */
  readonly isEmpty: boolean;
  /** How it begins, for the operator. */
  readonly excerpt: () => string;
}

type Fields = Readonly<Record<string, unknown>>;

/** The parts of an answer in which the rest of it may be. */
const WRAPPERS =
  'data output outputs result results response task task_result job video videos image images generated_videos generatedVideos content artifacts predictions generations assets file files choices message candidates parts inlineData inline_data image_url video_url video_result payload generateVideoResponse generatedSamples'.split(
    ' ',
  );
const LISTS = 'data output outputs result results images videos artifacts predictions generations'.split(' ');
const MAX_DEPTH = 6;
const MAX_PLACES = 60;

const IDS =
  'id task_id taskId job_id jobId video_id videoId generation_id generationId prediction_id inference_id uuid request_id requestId'.split(
    ' ',
  );
/** A name that is an id, as Google has them: `models/veo/operations/1`. */
const OPERATION = /(^|\/)operations\//;
const STATUSES = 'status state task_status taskStatus job_status jobStatus phase'.split(' ');
const FLAGS = 'done ready completed finished'.split(' ');
const PROGRESSES = 'progress progress_percent progressPercent progress_percentage percent percentage'.split(
  ' ',
);
const POLLS = 'status_url statusUrl polling_url pollingUrl poll_url pollUrl task_url get_url'.split(' ');
const RESULTS = 'response_url responseUrl'.split(' ');
const ERRORS =
  'error errors error_message errorMessage error_msg last_error failure failure_reason failureReason fail_reason failReason failMsg task_status_msg'.split(
    ' ',
  );
const CODES = 'error_code errorCode failure_code failureCode error_type code'.split(' ');
const REASONS = 'message msg detail reason status_msg'.split(' ');
const BYTES =
  'b64_json b64 base64 bytesBase64Encoded bytes_base64_encoded image_base64 video_base64 imageBytes videoBytes'.split(
    ' ',
  );
/** Where bytes or addresses of a result are, the most certain names first. */
const MEDIA: Readonly<Record<Medium, readonly string[]>> = {
  video: 'video_url videoUrl video_urls video videos generated_videos'.split(' '),
  image: 'image_url imageUrl image_urls imageUrls image images'.split(' '),
};
const ADDRESSES =
  'url uri result_url resultUrl result_urls resultUrls output_url outputUrl download_url downloadUrl file_url fileUrl content_url media_url signed_url unsigned_urls urls sample'.split(
    ' ',
  );
const ANYTHING =
  'output outputs result results data response content artifacts generations predictions message'.split(' ');
const OTHER_FILES: Readonly<Record<Medium, RegExp>> = {
  video: /^data:image\/|\.(png|jpe?g|webp|gif)$/i,
  image: /^data:video\/|\.(mp4|webm|mov|mkv)$/i,
};

/** Rejects with `MalformedResponse` what is neither a result nor JSON. */
export function readAnswer(response: ApiResponse, medium: Medium): Answer {
  const { bytes, excerpt } = response;
  const places = placesIn(isMedia(bytes) ? {} : recordIn(response), medium);
  const said = textsAt(places, STATUSES);
  // Numbers are of the call, if there is a word.
  const words = said.some(isWord) ? said.filter(isWord) : said;
  const flags = places.flatMap((place) =>
    FLAGS.filter((name) => typeof place[name] === 'boolean').map((name) => place[name]),
  );
  const { state, word } = readWords(
    words.length > 0 ? words : flags.map((flag) => (flag ? 'done' : 'processing')),
  );
  const media = isMedia(bytes) ? { bytes } : mediaIn(places, medium);
  const error = errorIn(places, ERRORS);
  const isFailed = state === 'done' && media === undefined && error !== undefined;
  return {
    state: isFailed ? 'failed' : state,
    word,
    id: textsAt(places, IDS)[0] ?? textsAt(places, ['name']).find((name) => OPERATION.test(name)),
    pollAt: textsAt([...places, ...places.flatMap(linksIn)], [...POLLS, 'get'])[0],
    resultAt: textsAt(places, RESULTS)[0],
    progress: progressIn(places),
    media,
    isTrouble: state === 'unknown' && word === '' && media === undefined && error !== undefined,
    error: error ?? errorIn(places.toReversed(), REASONS),
    costCents: costIn(places) ?? response.costCents,
    isWithheld: places.some(isWithheld),
    isEmpty: media === undefined && places.some((place) => LISTS.some((name) => isEmptyList(place[name]))),
    excerpt,
  };
}

/** How it went before is no part of how it is. */
const CLEARED = Object.fromEntries([...STATUSES, ...FLAGS].map((name) => [name, undefined]));

/** JSON, JSON in lines, or events; of several the last says what holds, and the earlier ones what it leaves out. */
function recordIn({ bytes, excerpt }: ApiResponse): Fields {
  const text = new TextDecoder().decode(bytes);
  const whole = parsed(text);
  if (isRecord(whole)) return whole;
  if (Array.isArray(whole) && whole.length > 0) return { data: whole };
  const lines = text.split(/\r?\n/).map((line) => parsed(line.replace(/^data:/, '')));
  const records = lines.filter(isRecord).filter((record) => !isPartial(record));
  if (records.length === 0)
    throw new MalformedResponse('The server returned something other than JSON.', excerpt());
  const earlier = records.slice(0, -1).map((one) => ({ ...one, ...CLEARED }));
  return Object.assign({}, ...earlier, records.at(-1)) as Fields;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A preview, as streams send them before the result. */
function isPartial({ type, object }: Fields): boolean {
  return [type, object].some((one) => typeof one === 'string' && /partial|preview/i.test(one));
}

/** No JSON begins so, and no text has a zero byte. */
function isMedia(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes.subarray(0, 512).includes(0);
}

/** The records of an answer, the outer ones first. */
function placesIn(fields: Fields, medium: Medium): readonly Fields[] {
  const wrappers = WRAPPERS.filter((name) => !name.startsWith(medium === 'video' ? 'image' : 'video'));
  const places: Fields[] = [];
  let level: readonly unknown[] = [fields];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const records = level
      .flat(2)
      .filter(isRecord)
      .slice(0, MAX_PLACES - places.length);
    places.push(...records);
    level = records.flatMap((record) => wrappers.map((name) => record[name]));
  }
  return places;
}

/** The first of these names that has something, wherever it is. */
function textsAt(places: readonly Fields[], names: readonly string[]): string[] {
  const values = names.flatMap((name) => places.map((place) => place[name]));
  return values.flatMap((value) =>
    (typeof value === 'string' && value.trim() !== '') || typeof value === 'number' ? [String(value)] : [],
  );
}

const isWord = (text: string): boolean => /\p{L}/u.test(text);

/** What is said under the first of these names that says something, with the code beside it. */
function errorIn(places: readonly Fields[], names: readonly string[]): unknown {
  const value = names
    .flatMap((name) => places.flatMap((place) => [place[name]].flat()))
    .find((one) => isRecord(one) || (typeof one === 'string' && one.trim() !== ''));
  return typeof value === 'string' ? { code: textsAt(places, CODES)[0], message: value } : value;
}

function linksIn({ urls, links, _links }: Fields): readonly Fields[] {
  return [urls, links, _links].filter(isRecord).map((one) => {
    const self = isRecord(one.self) ? one.self.href : one.self;
    return { get: one.get ?? self };
  });
}

function progressIn(places: readonly Fields[]): number {
  const [first] = textsAt(places, PROGRESSES);
  const percent = Number.parseFloat(first ?? '');
  if (!Number.isFinite(percent)) return 0;
  const isShare = percent > 0 && percent < 1 && !first?.includes('%');
  return Math.max(0, Math.min(1, isShare ? percent : percent / 100));
}

const TICKS_PER_CENT = 100_000_000;

/** The cost, where its unit is documented: ticks of a dollar (xAI), or dollars (OpenRouter) unless another account pays them. */
function costIn(places: readonly Fields[]): number | undefined {
  const costs = places.flatMap(({ usage }) => {
    if (!isRecord(usage)) return [];
    const { cost_in_usd_ticks: ticks, cost, is_byok: isBilledElsewhere } = usage;
    if (typeof ticks === 'number') return [ticks / TICKS_PER_CENT];
    return typeof cost === 'number' && isBilledElsewhere !== true ? [cost * 100] : [];
  });
  return costs.find((cents) => cents >= 0);
}

function mediaIn(places: readonly Fields[], medium: Medium): Media | undefined {
  const all = (names: readonly string[]) =>
    names.flatMap((name) =>
      places.flatMap((place) => [place[name]].flat(2).map((value) => ({ name, value }))),
    );
  const named = [...BYTES, ...MEDIA[medium], 'data'];
  for (const { name, value } of [...all(named), ...all([...ADDRESSES, ...ANYTHING])]) {
    if (typeof value !== 'string' || OTHER_FILES[medium].test(value.split(/[?#]/, 1)[0] ?? '')) continue;
    const media = mediaOf(value.trim(), name);
    if (media !== undefined) return media;
  }
  return undefined;
}

/** Shorter texts are words, or paths. */
const MIN_BASE64 = 64;
const MIN_BASE64_WITH_SLASH = 2_000;

function mediaOf(value: string, name: string): Media | undefined {
  if (value === '') return undefined;
  if (/^https?:\/\//i.test(value)) return { url: value };
  const isBytes = BYTES.includes(name) || value.startsWith('data:');
  const base64 = value.replace(/^data:[^,]*,/, '');
  if (
    isBytes ||
    (base64.length >= (base64.startsWith('/') ? MIN_BASE64_WITH_SLASH : MIN_BASE64) &&
      /^[\w+/\r\n-]+={0,2}\s*$/.test(base64) &&
      !ADDRESSES.includes(name))
  ) {
    const bytes = Buffer.from(base64, 'base64');
    return bytes.byteLength > 0 ? { bytes: new Uint8Array(bytes) } : undefined;
  }
  return ADDRESSES.includes(name) || value.startsWith('/') || /_?urls?$/i.test(name)
    ? { url: value }
    : undefined;
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** What vendors say of a result that their filters keep back or black out. */
function isWithheld(place: Fields): boolean {
  const isSet = (name: string) => [place[name]].flat().some((one) => one === true);
  const { finish_reason, finishReason, raiFilteredReason, raiMediaFilteredCount } = place;
  return (
    place.respect_moderation === false ||
    ['has_nsfw_concepts', 'nsfw_content_detected', 'content_filtered', 'is_filtered', 'blocked'].some(
      isSet,
    ) ||
    [finish_reason, finishReason].some((reason) =>
      /content_?filter|safety|prohibited|nsfw/i.test(String(reason)),
    ) ||
    typeof raiFilteredReason === 'string' ||
    Number(raiMediaFilteredCount) > 0
  );
}
