/** What the system, or a library as it does, calls a fault: `ENOENT`. Empty where it has no such name. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '');
