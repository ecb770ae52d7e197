// Generated; run "npm run generate" after a release.
export const PYTHON_WHEEL = 'kinora_client-0.1.0-py3-none-any.whl';
