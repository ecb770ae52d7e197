/**
 * A number for a column of type `real`. PostgreSQL refuses those that are too small for it, such as 1e-300; this makes them 0.
 */
export const toReal = Math.fround;
