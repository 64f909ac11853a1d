import { isAway, isHeld, type Binding, type Resource } from './binding.ts';
import { signedAnew, withOwnRelease, type Released } from './external.ts';

/** All that it holds is given away, or what is away already once more, where exactly this was proposed. */
export function withRelease({ proposal, ...binding }: Binding, decided: Omit<Released, 'to'>): Binding {
  if (proposal?.act !== 'release' || proposal.subject !== decided.subject) return { ...binding, ...(proposal && { proposal }) };
  const again = proposal.anew ? signedAgain(binding) : [];
  const release = (resource: Resource): Resource => {
    const releases = withOwnRelease(resource.releases, decided);
    if (proposal.anew) return resource.released && again.includes(resource) ? { ...resource, released: signedAnew(resource.released, decided), releases } : resource;
    return isHeld(resource) ? { ...resource, released: { ...decided, to: proposal.to }, releases } : resource;
  };
  const { container, network, work, state } = binding.resources;
  return { ...binding, resources: { container: release(container), network: release(network), work: release(work), state: release(state) } };
}

/** What goes by the release of the first thing that has one: so it was meant when no receipt named what is signed once more. */
function signedAgain({ resources }: Pick<Binding, 'resources'>): readonly Resource[] {
  const subject = Object.values(resources).find(({ released }) => released)?.released?.subject;
  return Object.values(resources).filter((resource) => isAway(resource) && resource.released?.subject === subject);
}
