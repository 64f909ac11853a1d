const machines: Readonly<Record<string, number>> = { x86_64: 62, amd64: 62, x64: 62, aarch64: 183, arm64: 183 };
const interpreterHeader = 3;

/** Whether an ELF file needs no loader and no libraries: it has no interpreter. Also whether it is for the given machine. */
export function isStaticProgram(program: Buffer, architecture?: string): boolean {
  const isElf64 = program.length > 64 && program.toString('latin1', 0, 4) === '\x7fELF' && program[4] === 2 && program[5] === 1;
  if (!isElf64) return false;
  if (architecture !== undefined && machines[architecture] !== program.readUInt16LE(18)) return false;
  const table = Number(program.readBigUInt64LE(32));
  const entrySize = program.readUInt16LE(54);
  const entries = program.readUInt16LE(56);
  if (table + entrySize * entries > program.length) return false;
  for (let index = 0; index < entries; index++) {
    if (program.readUInt32LE(table + index * entrySize) === interpreterHeader) return false;
  }
  return true;
}
