import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeError } from '@kinora/program/describe-error';
import { type Logger, pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const SECRET = 'kn_a-key-that-nobody-may-read';

let scene: TestDatabase;
before(async () => {
  scene = await createTestDatabase();
  await scene.database.query(
    `create table kept (secret text unique, number int check (number > 0));
     create function fail_inside() returns void language plpgsql as $$
     begin
       execute 'select ''' || (select secret from kept limit 1) || '''::int';
     end $$`,
  );
  await scene.database.query('insert into kept values ($1, 1)', [SECRET]);
});
after(() => scene.close());

/** The logged line of an error, from a child logger, as each request has one. */
function logged(error: unknown): string {
  let line = '';
  const logger: Logger = pino(
    { serializers: { err: describeError } },
    {
      write(text: string) {
        line += text;
      },
    },
  );
  logger.child({ reqId: '1' }).error({ err: error }, 'failed');
  return line;
}

const failures: Readonly<Record<string, [sql: string, values: unknown[], code: string]>> = {
  'a duplicate row': ['insert into kept values ($1, 2)', [SECRET], '23505'],
  'a row that violates a constraint': ['insert into kept values ($1, -1)', [`${SECRET}!`], '23514'],
  'a value of the wrong type': ['select $1::uuid', [SECRET], '22P02'],
  'a statement inside a function': ['select fail_inside() where $1', [true], '22P02'],
};

for (const [what, [sql, values, code]] of Object.entries(failures)) {
  test(`${what} is logged without the value`, async () => {
    const error: Error = await scene.database.query(sql, values).then(
      () => assert.fail('it should fail'),
      (thrown) => thrown,
    );
    const whole = JSON.stringify({ ...error, message: error.message, stack: error.stack });
    assert.ok(whole.includes(SECRET), 'the error itself contains the value');
    for (const shown of [error, new Error('wrapped', { cause: error }), new AggregateError([error], 'two')]) {
      const line = logged(shown);
      assert.ok(!line.includes(SECRET), line);
      assert.match(line, /describe-error\.test\.ts|database\.ts/, 'the log line contains the stack');
    }
    assert.equal(JSON.parse(logged(error)).err.code, code);
  });
}

test('other fields of an error are not logged', () => {
  const request = { headers: { authorization: SECRET }, body: SECRET };
  const error = Object.assign(new Error('the provider refused'), {
    request,
    parameters: [SECRET],
    errno: -104,
  });
  const { err } = JSON.parse(logged(error));
  assert.deepEqual(
    { ...err, stack: '' },
    { type: 'Error', message: 'the provider refused', stack: '', errno: -104 },
  );
  assert.ok(!logged(SECRET.length).includes(SECRET));
});
