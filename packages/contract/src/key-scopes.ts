/** What an API key may be used for; a key without an explicit choice has all scopes. */
export const keyScopes = ['generate', 'read', 'manage'] as const;

export type KeyScope = (typeof keyScopes)[number];
