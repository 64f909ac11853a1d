/** Nobody in particular. */
const nobody = 65_534;

/** Does something with the rights of an ordinary user, also in a run that is root's. */
export async function asOrdinaryUser<Value>(act: () => Value | Promise<Value>): Promise<Value> {
  if (process.geteuid?.() !== 0) return act();
  process.seteuid?.(nobody);
  try {
    return await act();
  } finally {
    process.seteuid?.(0);
  }
}
