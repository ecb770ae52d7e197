/** What the service accepts, in numbers, for its schemas and for the fields of the console. Without Zod, which a browser would load. */

export const promptMaxCodePoints = 2000;
export const seedMax = 2_147_483_647;
/** Frames of a video that the job API accepts. */
export const framesMin = 17;
export const framesMax = 257;
export const emailMax = 320;
export const passwordMin = 10;
export const passwordMax = 128;
export const backupCodeMax = 20;
export const passkeyNameMax = 60;
export const keyNameMax = 80;
export const workerNameMax = 100;
export const webhookUrlMaxLength = 2048;
export const workSearchMax = 200;
/** The name of a collection or of a template. */
export const libraryNameMax = 80;
export const collectionsMax = 100;
export const templatesMax = 100;
/** Results of one call that puts them into a collection, and of one archive. */
export const resultsAtOnceMax = 100;
/** The version of the words that a person reads before a result is published; another text has another one. */
export const publishWordsVersion = 1;
export const reportReasonMax = 40;
export const reportDetailsMax = 500;
/** What may be typed as a code that grants balance; hyphens and spaces do not matter. */
export const typedCodeMax = 100;
export const operatorReasonMin = 3;
export const operatorReasonMax = 500;

/** The top-up amounts, in US dollars. */
export const topUpAmountsUsd = [10, 25, 50, 100] as const;
/** The monthly cap of an account. */
export const capMinCents = 500;
export const capMaxCents = 100_000;
/** The monthly cap of one API key. */
export const keyCapMaxCents = 10_000_000;
/** A new account may set no higher cap for seven days, and a new account or card is recharged with no more at a time. */
export const newAccountCapMaxCents = 5_000;
export const newRechargeMaxUsd = 25;
/** A top-up of this amount or more that the bank confirmed lifts both limits at once. */
const limitLiftingUsd = 50;
export const limitLiftingCents = limitLiftingUsd * 100;
/** Those top-ups, in words. */
export const limitLiftingTopUps = `${topUpAmountsUsd.filter((usd) => usd >= limitLiftingUsd).join(' or ')} USD`;

/** After this time people do something else: a notification says that their job of the studio has ended. */
export const notifyAfterSeconds = 20;
