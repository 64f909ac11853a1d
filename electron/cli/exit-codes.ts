/** What the command ends with. Scripts depend on these: they are in its README, and do not change. */
export const exitCodes = {
  /** Consistent, and signed with a key that the reader named. */
  verified: 0,
  broken: 1,
  /** Consistent, and whose it is stays open; or wrong use, or a file that cannot be read. The verdict tells them apart. */
  notVerified: 2,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
