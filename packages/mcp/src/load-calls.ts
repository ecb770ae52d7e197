/**
 * What a call of a tool needs, loaded with the first one: a host starts the adapter to list the tools far more often than
 * to call one. The bundle has the same in one file.
 */
export const loadCalls = () => import('./call-tool.ts');
