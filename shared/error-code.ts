/** What the system, or a library as it does, calls a fault: `ENOENT`. Empty where it has no such name. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '');

/** What was thrown, in its own words: not everything that is thrown is an error. */
export const faultText = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
