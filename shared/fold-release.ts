import { isAway, isHeld, type Binding, type Resource } from './binding.ts';
import { signedAnew, withOwnRelease, type Proposal, type Released } from './external.ts';

/** All that it holds is given away, or what is away already once more, where exactly this was proposed. */
export function withRelease({ proposal, ...binding }: Binding, decided: Omit<Released, 'to'>): Binding {
  if (proposal?.act !== 'release' || proposal.subject !== decided.subject) return { ...binding, ...(proposal && { proposal }) };
  const again = proposal.anew ? signedAgain(binding, proposal) : [];
  const release = (resource: Resource): Resource => {
    const releases = withOwnRelease(resource.releases, decided);
    if (proposal.anew) return resource.released && again.includes(resource) ? { ...resource, released: signedAnew(resource.released, decided), releases } : resource;
    return isHeld(resource) ? { ...resource, released: { ...decided, to: proposal.to }, releases } : resource;
  };
  const { container, network, work, state } = binding.resources;
  return { ...binding, resources: { container: release(container), network: release(network), work: release(work), state: release(state) } };
}

/** What is stated. When no receipt named that, all was meant that goes by the release of the first thing that has one. */
function signedAgain({ resources }: Pick<Binding, 'resources'>, { stated }: Extract<Proposal, { act: 'release' }>): readonly Resource[] {
  if (stated) return Object.values(resources).filter((resource) => isAway(resource) && stated.some(({ resource: kind, id }) => kind === resource.kind && id === resource.present?.value.id));
  const subject = Object.values(resources).find(({ released }) => released)?.released?.subject;
  return Object.values(resources).filter((resource) => isAway(resource) && resource.released?.subject === subject);
}
