/** The job ids of the examples. */
export const exampleImageJob = '0199d2a4-7c1e-7b3a-9f58-2d6c1a5e8b40';
export const exampleVideoJob = '0199d2a5-01f3-7e6d-8a92-c4b7f03d1e65';
