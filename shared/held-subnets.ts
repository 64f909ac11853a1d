import { z } from 'zod';
import type { Attempt } from './attempt.ts';
import type { Binding } from './binding.ts';
import type { Digest } from './ids.ts';
import type { Json } from './json.ts';

/** What the creation of a network is asked with. */
export const networkParamsSchema = z.looseObject({ name: z.string(), subnet: z.string() });

/**
 * The ranges that networks of workers have, or may have: also where a creation is not settled, or was closed and may still
 * happen. Of every engine, since two of them may share one machine.
 */
export function heldSubnets(bindings: Iterable<Binding>, documentOf: (params: Digest) => Json | undefined): readonly string[] {
  const asked = ({ intent }: Attempt): readonly string[] => {
    const params = networkParamsSchema.safeParse(documentOf(intent.params));
    return params.success ? [params.data.subnet] : [];
  };
  return [...bindings].flatMap(({ resources: { network }, closed }) => {
    if (network.absent) return [];
    const attempts = [...closed.filter(({ operation }) => operation === 'create_network'), ...(network.creation && network.creation.settlement?.disposition !== 'refused' ? [network.creation] : [])];
    return [...(network.present?.value.subnet === undefined ? [] : [network.present.value.subnet]), ...attempts.flatMap(asked)];
  });
}
