import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { collectionsMax, templatesMax } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { newId } from '../../src/kernel/ids.ts';
import { bytesOf, DRAFT, type LibraryScene, newMaker, setLibraryScene } from '../support/library-scene.ts';

let scene: LibraryScene;
before(async () => {
  scene = await setLibraryScene();
});
after(() => scene.service.stop());

test('results are found by words and by beginnings of words, with the other filters, page by page', async () => {
  verifies('DEC-LIBRARY-01');
  const ann = await newMaker(scene.service);
  await ann.make('A Café at the Lighthouse, seen from the sea');
  await ann.make('灯台の夜景と静かな海');
  const video = await ann.make('a train in the rain', { type: 'video', length: 17 });
  assert.equal((await ann.results())[0].job_id, video);
  assert.deepEqual(await ann.prompts('q=cafe%20LIGHT'), ['A Café at the Lighthouse, seen from the sea']);
  assert.deepEqual(await ann.prompts(`q=${encodeURIComponent('夜景')}`), ['灯台の夜景と静かな海']);
  assert.deepEqual(await ann.prompts('q=ight'), [], 'words are found by their beginnings');
  assert.deepEqual(await ann.prompts(`q=${encodeURIComponent("% _ ') | !:*")}`), []);
  assert.equal((await ann.prompts('q=%20')).length, 3);
  assert.deepEqual(await ann.prompts('kind=video&q=rain&status=completed'), ['a train in the rain']);
  assert.deepEqual(await ann.prompts('status=failed'), []);
  const first = (await ann.get('/studio/results?limit=2')).body;
  const second = (await ann.get(`/studio/results?limit=2&cursor=${first.next_cursor}`)).body;
  assert.deepEqual([first.jobs.length, second.jobs.length, second.next_cursor], [2, 1, undefined]);
  assert.deepEqual(await (await newMaker(scene.service)).prompts(), [], 'of one’s own only');
  // A job from before its words were stored.
  await scene.service.database.query('update jobs set search_words = null where id = $1', [video]);
  assert.deepEqual(await ann.prompts('q=tra'), ['a train in the rain']);
});

test('favourites and collections have what is in them, also when it is kept and its job is gone', async () => {
  verifies('DEC-LIBRARY-02');
  const [ann, bob] = [await newMaker(scene.service), await newMaker(scene.service)];
  const [kept, gone] = [await ann.make('kept one'), await ann.make('gone one')];
  const [seaside, trips] = await Promise.all(
    ['Sea side', 'trips'].map(async (name) => (await ann.post('/studio/collections', { name })).body.id),
  );
  const change = (id: string, body: object, who = ann) => who.post(`/studio/collections/${id}/results`, body);
  assert.equal((await change('favourites', { add: [kept, gone, newId()] })).status, 204);
  assert.equal((await change(seaside, { add: [kept] })).status, 204);
  assert.equal((await change(trips, { add: [kept, gone] })).status, 204);
  assert.equal((await change(trips, { add: [kept], remove: [gone] })).status, 204);
  assert.equal((await change(trips, { add: [kept] }, bob)).status, 404);
  assert.equal((await change('favourites', { add: [kept] }, bob)).status, 204);
  assert.deepEqual(await bob.prompts('collection=favourites'), [], 'not a result of theirs');
  assert.equal((await bob.get('/studio/collections')).body.collections[0].results, 0);
  assert.deepEqual(await bob.prompts(`collection=${trips}`), []);
  assert.deepEqual(await ann.prompts('collection=favourites'), ['gone one', 'kept one']);
  assert.deepEqual(await ann.prompts(`collection=${trips}&q=kept`), ['kept one']);
  const [, marked] = await ann.results();
  assert.deepEqual(
    [marked.library.favourite, marked.library.collections.sort()],
    [true, [seaside, trips].sort()],
  );

  assert.equal(await ann.keep(kept), 204);
  await scene.expire();
  const listed = (await ann.get('/studio/collections')).body.collections;
  assert.deepEqual(
    listed.map(({ name, results: count }: { name: string | null; results: number }) => [name, count]),
    [
      [null, 1],
      ['Sea side', 1],
      ['trips', 1],
    ],
  );
  assert.deepEqual(await ann.prompts('collection=favourites'), ['kept one']);
  assert.equal((await ann.call('PATCH', `/studio/collections/${trips}`, { name: 'Journeys' })).status, 204);
  assert.equal((await bob.call('PATCH', `/studio/collections/${trips}`, { name: 'mine' })).status, 404);
  assert.equal((await bob.delete(`/studio/collections/${trips}`)).status, 404);
  assert.equal((await ann.delete(`/studio/collections/${seaside}`)).status, 204);
  const [favourites] = listed;
  assert.equal((await ann.delete(`/studio/collections/${favourites.id}`)).status, 404, 'the favourites stay');
  assert.deepEqual(await ann.prompts(), ['kept one'], 'a collection is deleted without its results');
  assert.equal((await ann.delete(`/studio/kept/${kept}`)).status, 204);
  assert.deepEqual(
    await scene.service.database.query('select from collected_results'),
    [],
    'nothing is left to mark',
  );
});

test('collections and templates are bounded, with the reason', async () => {
  verifies('DEC-LIBRARY-02', 'DEC-LIBRARY-08');
  const ann = await newMaker(scene.service);
  for (const [table, limit, columns, values] of [
    ['collections', collectionsMax, 'name', `'one'`],
    ['templates', templatesMax, 'name, draft', `'one', '{}'`],
  ] as const) {
    await scene.service.database.query(
      `insert into ${table} (id, account_id, created_at, ${columns})
       select gen_random_uuid(), $1, now(), ${values} from generate_series(1, $2::int)`,
      [ann.accountId, limit],
    );
    const { status, body } = await ann.post(`/studio/${table}`, {
      name: 'one more',
      ...(table === 'templates' && { draft: DRAFT }),
    });
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), new RegExp(`there are ${limit} ${table}`));
  }
  for (const name of ['', 'x'.repeat(81), 'a\u0000b', 'a\u202eb']) {
    assert.equal((await ann.post('/studio/collections', { name })).status, 400);
  }
});

test('the prompts of seven days are listed once each, and templates are saved whole', async () => {
  verifies('DEC-LIBRARY-08');
  const [ann, bob] = [await newMaker(scene.service), await newMaker(scene.service)];
  for (const prompt of ['a pear', 'a plum', 'a pear']) await ann.make(prompt);
  const recent = async (query = '') =>
    (await ann.get(`/studio/prompts?${query}`)).body.prompts.map(({ prompt }: { prompt: string }) => prompt);
  assert.deepEqual(await recent(), ['a pear', 'a plum']);
  assert.deepEqual(await recent('q=plu'), ['a plum']);
  const first = (await ann.get('/studio/prompts?limit=1')).body;
  assert.deepEqual(await recent(`limit=1&cursor=${first.next_cursor}`), ['a plum']);
  assert.deepEqual((await bob.get('/studio/prompts')).body.prompts, []);
  const saved = (await ann.post('/studio/templates', { name: 'Train', draft: DRAFT })).body;
  const templates = async (who = ann) => (await who.get('/studio/templates')).body.templates;
  assert.deepEqual(await templates(), [{ id: saved.id, name: 'Train', draft: DRAFT }]);
  assert.equal(
    (await ann.post('/studio/templates', { name: 'x', draft: { ...DRAFT, more: 1 } })).status,
    400,
  );
  assert.equal((await bob.call('PATCH', `/studio/templates/${saved.id}`, { name: 'mine' })).status, 404);
  assert.equal((await bob.delete(`/studio/templates/${saved.id}`)).status, 404);
  assert.equal((await ann.call('PATCH', `/studio/templates/${saved.id}`, { name: 'Rain' })).status, 204);
  assert.deepEqual((await templates())[0].name, 'Rain');
  assert.equal((await ann.delete(`/studio/templates/${saved.id}`)).status, 204);
  assert.deepEqual(await templates(), []);
  await scene.expire();
  assert.deepEqual(await recent(), []);
});

/** The files of an archive, as its directory names them. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, size, nameLength] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const content = zip.readUInt32LE(at + 42) + 30 + nameLength;
    const file = inflateRawSync(zip.subarray(content, content + packed));
    assert.equal(file.length, size);
    files.set(name, file);
    at += 46 + nameLength;
  }
  return files;
}

test('results are sent as one archive, with their bytes, kept ones too and nobody else’s', async () => {
  verifies('DEC-LIBRARY-09');
  const [ann, bob] = [await newMaker(scene.service), await newMaker(scene.service)];
  const kept = await ann.make('kept');
  assert.equal(await ann.keep(kept), 204);
  await scene.expire();
  const [image, video, others] = [
    await ann.make('an image'),
    await ann.make('a video', { type: 'video', length: 17 }),
    await bob.make('of somebody else'),
  ];
  const ids = [kept, image, video, others, newId()].join(',');
  const response = await fetch(`${scene.service.url}/api/console/studio/archive?ids=${ids}`, {
    headers: ann.headers,
  });
  assert.deepEqual(
    [response.status, response.headers.get('content-type'), response.headers.get('content-disposition')],
    [
      200,
      'application/zip',
      `attachment; filename="kinora-${scene.clock.now().toISOString().slice(0, 10)}.zip"`,
    ],
  );
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  const originals = await Promise.all(
    (await ann.results()).map(({ results: made }: { results: { url: string }[] }) =>
      bytesOf(made[0]?.url ?? ''),
    ),
  );
  assert.deepEqual([...files.values()], originals);
  assert.deepEqual(
    [...files.keys()].map((name) => name.split('.')[1]),
    ['mp4', 'png', 'png'],
  );
  assert.equal((await bob.get(`/studio/archive?ids=${image}`)).status, 404);
  assert.equal((await bob.get('/studio/archive?ids=x')).status, 400);
  assert.equal((await bob.get('/studio/archive')).status, 400);
});
