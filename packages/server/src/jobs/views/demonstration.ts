/**
 * Whether the built-in engine drew the result of a job of `jobs` or `current_jobs`, as an SQL expression. It draws by rules, to
 * show how the service works, and says so; what it enlarges, it enlarges as any engine would.
 */
export const IS_DEMONSTRATION = `coalesce(engine like 'procedural %' and operation not like 'upscale%', false)`;
