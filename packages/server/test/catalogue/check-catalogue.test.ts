import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import { parse } from 'yaml';
import { checkCatalogue } from '../../src/catalogue/check-catalogue.ts';
import { readDefaultCatalogue } from '../../src/catalogue/default-catalogue.ts';
import { formatPath, readCatalogue } from '../../src/catalogue/read-catalogue.ts';

const file = new URL('../../catalogue/default.yaml', import.meta.url);
const text = readFileSync(file, 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: a document that is about to be made wrong
type Loose = any;
const fresh = (): Loose => parse(text);

/** The faults of the default catalogue after one change, as `path: message`. */
function faultsAfter(change: (document: Loose) => void): string[] {
  const document = fresh();
  change(document);
  const checked = checkCatalogue(document);
  return checked.ok ? [] : checked.faults.map(({ path, message }) => `${formatPath(path)}: ${message}`);
}

/** One wrong catalogue each: what is changed, and the place and remedy that are named. */
const WRONG: readonly (readonly [change: (c: Loose) => void, fault: RegExp])[] = [
  [
    (c) => (c.models[0].price[0].cents = 4.5),
    /^models\[0\]\.price\[0\]\.cents: must be a whole number, not 4\.5/,
  ],
  [(c) => (c.models[0].price[0].cents = -1), /^models\[0\]\.price\[0\]\.cents: /],
  [
    (c) => (c.models[1].price[0].cents_per_second = '10'),
    /^models\[1\]\.price\[0\]\.cents_per_second: .*number/,
  ],
  [(c) => delete c.models[1].price, /^models\[1\]\.price: /],
  [(c) => (c.models[1].price = []), /^models\[1\]\.price: /],
  [
    (c) => (c.models[1].prize = 3),
    /^models\[1\]\.prize: there is no such field; is it price\? Otherwise delete it$/,
  ],
  [(c) => (c.models[1].weather = 3), /^models\[1\]\.weather: there is no such field here; delete it$/],
  [
    (c) => (c.plans[0].month_cents = 49),
    /^plans\[0\]\.month_cents: must be at least 0\.50 USD \(50 cents\)$/,
  ],
  [(c) => (c.plans[0].tier = 'gold'), /^plans\[0\]\.tier: must be one of pro, max$/],
  [(c) => (c.models[1].sound = 'yes'), /^models\[1\]\.sound: must be a boolean, not a string$/],
  [(c) => (c.models[1].default_seconds = 12), /^models\[1\]\.default_seconds: .*from 1 to 10$/],
  [(c) => (c.starts_at = 'tomorrow'), /^starts_at: must be a time with its zone/],
  [(c) => (c.models[1].medium = 'sound'), /^models\[1\]\.medium: /],
  [(c) => (c.models[1].id = 'Fast Mode'), /^models\[1\]\.id: must begin with a letter or digit/],
  [(c) => (c.models[2].id = 'fast'), /^models\[2\]\.id: fast is used twice; choose another id/],
  [
    (c) => (c.models[2].mode = 'fast'),
    /^models\[2\]\.mode: fast is the mode of an earlier model; delete one/,
  ],
  [
    (c) => (c.models[2].mode = null),
    /^models: the v1 contract has the mode quality; give it to one video model/,
  ],
  [(c) => c.models.splice(3, 1), /^models: the v1 contract has the mode cinema/],
  [
    (c) => (c.default_image_model = 'fast'),
    /^default_image_model: must be the id of a model with the medium image/,
  ],
  [(c) => (c.default_image_model = 'gone'), /^default_image_model: must be the id/],
  [(c) => c.models[0].operations.push('video'), /^models\[0\]\.operations\[4\]: video renders no image/],
  [
    (c) => (c.models[0].operations = ['image']),
    /^models\[0\]\.operations: must include i2i, which the job API sells/,
  ],
  [
    (c) => (c.models[1].grid.max_side = 2600),
    /^models\[1\]\.grid\.max_side: must be a multiple of the step, 64/,
  ],
  [
    (c) => (c.models[1].grid.max_side = 3200),
    /^models\[1\]\.grid\.max_side: has no price: the last step goes up to 2560/,
  ],
  [(c) => (c.models[1].grid = null), /^models\[1\]\.grid: must be \{ step: 64/],
  [(c) => (c.models[1].sizes[0] = '1281x720'), /^models\[1\]\.sizes\[0\]: must be even/],
  [(c) => (c.models[1].sizes[0] = '1280 x 720'), /^models\[1\]\.sizes\[0\]: must be WIDTHxHEIGHT/],
  [(c) => (c.models[1].sizes[1] = '1280x720'), /^models\[1\]\.sizes\[1\]: is listed twice; delete one/],
  [
    (c) => (c.models[2].default_size = '640x360'),
    /^models\[2\]\.default_size: must be one of the sizes, or on the grid/,
  ],
  [
    (c) => c.models[1].price.reverse(),
    /^models\[1\]\.price\[1\]\.up_to_side: must be above that of the step before, 2560/,
  ],
  [
    (c) => (c.models[1].price[1].resolution = 'hd'),
    /^models\[1\]\.price\[1\]\.resolution: must come after hd/,
  ],
  [(c) => (c.models[1].price[1].resolution = '4k'), /^models\[1\]\.price\[1\]\.resolution: /],
  [
    (c) => c.models[1].price.pop(),
    /^models\[1\]\.grid\.max_side: has no price: the last step goes up to 1920/,
  ],
  [
    (c) => (c.models[0].price[1].up_to_pixels = 9_000_000),
    /^models\[0\]\.price\[1\]\.up_to_pixels: delete it/,
  ],
  [(c) => delete c.models[0].price[0].up_to_pixels, /^models\[0\]\.price\[0\]\.up_to_pixels: is missing/],
  [(c) => c.models[0].price.shift(), /^models\[0\]\.price: must have two steps/],
  [(c) => (c.models[1].seconds.min = 20), /^models\[1\]\.seconds\.min: must not be above max/],
  [(c) => (c.models[2].seconds = [5, 7.1]), /^models\[2\]\.seconds\[1\]: must be a multiple of 8\/24 s/],
  [
    (c) => (c.models[2].seconds = [5, 7, 9]),
    /^models\[2\]\.seconds: must be \[5,7,10\], as the v1 contract says of quality/,
  ],
  [
    (c) => (c.models[3].default_seconds = 7),
    /^models\[3\]\.default_seconds: must be a length that the model has/,
  ],
  [
    (c) => (c.models[1].frames = { per_second: 16, step: 4 }),
    /^models\[1\]\.frames: must be \{ per_second: 24, step: 8 \}/,
  ],
  [(c) => (c.models[1].sound = false), /^models\[1\]\.sound: must be true/],
  [
    (c) => (c.models[1].plans = ['max']),
    /^models\[1\]\.plans: delete it: the v1 contract sells this model to everybody/,
  ],
  [(c) => (c.models[0].plans = ['gold']), /^models\[0\]\.plans\[0\]: there is no plan gold/],
  [(c) => c.plans.pop(), /^plans: .*|^plans: the v1 contract sells a plan with the id max; add it/],
  [(c) => (c.plans[0].month_cents = null), /^plans\[0\]\.month_cents: is missing/],
  [(c) => (c.plans[0].month_cents = 19.99), /^plans\[0\]\.month_cents: must be a whole number/],
  [(c) => (c.plans[0].tier = 'gold'), /^plans\[0\]\.tier: /],
  [(c) => (c.plans[0].tier = 'free'), /^plans\[0\]\.tier: /],
  [(c) => c.plans.push({ ...c.plans[0], id: 'none' }), /^plans\[2\]\.id: stands for accounts without a plan/],
  [
    (c) => (c.service.terms_url = 'javascript:alert(1)'),
    /^service\.terms_url: must be an http or https address/,
  ],
  [(c) => (c.models[1].title = 'a\0b'), /^models\[1\]\.title: must have no NUL/],
  [(c) => (c.models[1].description = '\ud83d'), /^models\[1\]\.description: must have no NUL/],
  [(c) => (c.service.terms_url = 'https://example.com/\0'), /^service\.terms_url: must have no NUL/],
  [(c) => delete c.job_api.types.i2v, /^job_api\.types\.i2v: /],
  [(c) => (c.job_api.types.i2x = { longest_side: 1024, needs_paid_tier: false }), /^job_api\.types\.i2x: /],
  [(c) => (c.job_api.tiers.free.frames = 500), /^job_api\.tiers\.free\.frames: /],
  [(c) => (c.new_accounts.calls_per_minute = 0), /^new_accounts\.calls_per_minute: /],
];

for (const [change, fault] of WRONG) {
  test(`a wrong catalogue is refused with its place and remedy: ${fault.source}`, () => {
    const faults = faultsAfter(change);
    assert.ok(
      faults.some((line) => fault.test(line)),
      `${JSON.stringify(faults, undefined, 2)} has no ${fault}`,
    );
  });
}

interface Place {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

function* places(value: unknown, path: readonly (string | number)[] = []): Generator<Place> {
  if (path.length > 0) yield { path, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inside] of Object.entries(value)) {
    yield* places(inside, [...path, Array.isArray(value) ? Number(name) : name]);
  }
}

test('a value of a wrong type is refused at its place, wherever it stands', () => {
  verifies('DEC-CATALOGUE-02');
  const all = [...places(fresh())];
  assert.ok(all.length > 200, `${all.length} places`);
  for (const { path, value } of all) {
    const wrong = typeof value === 'object' ? 'text' : { deep: 1 };
    const document = fresh();
    const parent = path.slice(0, -1).reduce((inside, name) => inside[name], document);
    parent[path.at(-1) as string] = wrong;
    const checked = checkCatalogue(document);
    assert.ok(!checked.ok, `${formatPath(path)} may be ${JSON.stringify(wrong)}`);
    const at = formatPath(path);
    assert.ok(
      checked.faults.some((fault) => `${formatPath(fault.path)}.`.startsWith(`${at}.`)),
      `${at}: ${JSON.stringify(checked.faults)}`,
    );
  }
});

test('anything at all is checked without an exception', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => assert.equal(checkCatalogue(value).ok, false)),
    { numRuns: 200 },
  );
});

test('a fault of a file has its line, and what is no YAML too', () => {
  const wrong = text.replace('cents_per_second: 70', 'cents_per_second: seventy');
  const line = wrong.split('\n').findIndex((row) => row.includes('seventy')) + 1;
  const read = readCatalogue(wrong);
  assert.ok(!read.ok);
  assert.deepEqual(
    read.faults.map((fault) => [fault.line, formatPath(fault.path)]),
    [[line, 'models[3].price[0].cents_per_second']],
  );
  const broken = readCatalogue('service:\n  name: [Kinora\n');
  assert.ok(!broken.ok);
  assert.match(broken.faults[0]?.message ?? '', /^is not YAML: /);
  assert.ok((broken.faults[0]?.line ?? 0) >= 2);
});

test('JSON is read as YAML is', () => {
  const read = readCatalogue(JSON.stringify(fresh(), undefined, 2));
  assert.ok(read.ok);
  assert.deepEqual(read.document, readDefaultCatalogue().document);
});
