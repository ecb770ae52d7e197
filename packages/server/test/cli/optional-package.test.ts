import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadOptional, NotInstalled } from '../../src/wiring/optional-package.ts';

const missing = async () => {
  throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
};

test('a package that is not installed is reported with every remedy', async () => {
  await assert.rejects(loadOptional('the worker', missing, 'run "kinora serve --no-worker", or '), {
    constructor: NotInstalled,
    message:
      'the worker is not installed; run "kinora serve --no-worker", or run "npm install" in the checkout to install it',
  });
});

test('any other error of a package is thrown unchanged', async () => {
  const error = new Error('a bug');
  await assert.rejects(
    loadOptional('the worker', () => Promise.reject(error)),
    error,
  );
});
