import { config } from 'zod';

// The window's policy forbids eval; asking whether it is there would already be reported. Must run before any schema is made.
config({ jitless: true });
