/** Characters of a password. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
/** Issuer and audience of the access tokens. */
export const TOKEN_ISSUER = 'kinora';
