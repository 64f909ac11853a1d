/** What a receipt may hold. Numbers are safe integers: money is in micro-units, sizes in bytes, CPU in thousandths. */
export type Json = string | boolean | null | number | readonly Json[] | { readonly [key: string]: Json };
