import type { BindingId, InstallationId, Seat } from '../../shared/ids.ts';
import { resourceName } from '../../shared/naming.ts';
import type { ResourceRole } from '../../shared/reference.ts';

/** What a resource will be called: all but the binding's random part, which is drawn when the request is recorded. */
export function namePreview(seat: string, role: ResourceRole): string {
  const owner = { seat: (seat === '' ? 'seat' : seat) as Seat, generation: 1, binding: '' as BindingId, installation: '' as InstallationId };
  return `${resourceName(owner, role)}…`;
}
