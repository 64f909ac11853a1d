import type { Binding } from './binding.ts';
import type { Aspect, Reach, Reading, ReachTarget } from './facts.ts';
import { cpuText, memoryText, pidsText } from './quantities.ts';
import type { WorkerSpec } from './worker-spec.ts';

export interface ComparisonRow {
  readonly aspect: Aspect | ReachTarget | Version;
  readonly label: string;
  readonly requested: string;
  readonly admitted?: { readonly value: string | null; readonly source: string };
  readonly observed?: { readonly value: string | null; readonly source: string };
  /** `unknown` until something was seen in the guest. */
  readonly agrees: 'yes' | 'no' | 'unknown';
}

export const aspectLabels: Readonly<Record<Aspect, string>> = {
  cpu: 'CPU',
  memory: 'Memory',
  pids: 'Processes',
  capabilities: 'Capabilities',
  no_new_privileges: 'No new privileges',
  seccomp: 'Seccomp filter',
  user: 'User and group',
  read_only_root: 'Read-only root',
  network: 'Network',
  image: 'Image',
};

export const reachLabels: Readonly<Record<ReachTarget, string>> = {
  host: 'Reach: engine’s side',
  outside: 'Reach: outside',
  names: 'Reach: names',
};

/** What a network is for: only its own other side is reached over it. */
const requestedReach = ({ network }: WorkerSpec, target: ReachTarget): string => (network === 'internal' && target === 'host' ? reachWords.reached : reachWords.not_reached);

const reachWords = { reached: 'reached', not_reached: 'not reached', unclear: null, unsupported: null } as const satisfies Record<Reach['state'], string | null>;

export const isReach = ({ aspect }: ComparisonRow): boolean => aspect in reachLabels;

/** What is asked for, in the same words in which it is read back. */
export function requestedText(spec: WorkerSpec, aspect: Aspect): string {
  switch (aspect) {
    case 'cpu': return cpuText(spec.resources.cpuMilli);
    case 'memory': return memoryText(spec.resources.memoryBytes);
    case 'pids': return pidsText(spec.resources.pids);
    case 'capabilities': return 'none';
    case 'no_new_privileges': return 'on';
    case 'seccomp': return 'on';
    case 'user': return `${spec.user.uid}:${spec.user.gid}`;
    case 'read_only_root': return 'on';
    case 'network': return spec.network;
    case 'image': return spec.image.id;
  }
}

/** Requested, admitted and observed are three columns: none is ever filled from another. */
export function comparisonRows(binding: Binding): readonly ComparisonRow[] {
  const limits = (Object.keys(aspectLabels) as Aspect[]).map((aspect): ComparisonRow => {
    const requested = requestedText(binding.spec, aspect);
    const admitted = readingOf(binding.admitted?.value, aspect);
    const observed = readingOf(binding.observed?.value, aspect);
    return {
      aspect,
      label: aspectLabels[aspect],
      requested,
      ...(admitted && { admitted }),
      ...(observed && { observed }),
      agrees: agreement(requested, admitted, observed),
    };
  });
  return [...limits, ...reachRows(binding), ...versionRows];
}

type Version = keyof typeof versionLabels;

const versionLabels = { harness: 'Harness version', policy: 'Policy version' } as const;

/** Neither a profile of a harness nor a policy is declared: nobody asks for a version of one, and nothing says how it is read. */
const versionRows = (Object.keys(versionLabels) as Version[]).map((version): ComparisonRow => ({
  aspect: version,
  label: versionLabels[version],
  requested: 'none declared',
  admitted: { value: null, source: 'no engine says it' },
  observed: { value: null, source: version === 'harness' ? 'no profile says how' : 'no policy says how' },
  agrees: 'unknown',
}));

/** Where a guest gets to is only seen: no engine admits it. Of one without a network it is shown once it was tried. */
function reachRows({ spec, reach }: Binding): readonly ComparisonRow[] {
  if (spec.network === 'none' && !reach) return [];
  return (Object.keys(reachLabels) as ReachTarget[]).map((target) => {
    const requested = requestedReach(spec, target);
    const tried = reach?.value.targets.find((each) => each.target === target);
    const observed = tried && { value: reachWords[tried.state], source: tried.says };
    return { aspect: target, label: reachLabels[target], requested, ...(observed && { observed }), agrees: agreement(requested, undefined, observed) };
  });
}

type Cell = { readonly value: string | null; readonly source: string };

function readingOf(readings: readonly Reading[] | undefined, aspect: Aspect): Cell | undefined {
  const reading = readings?.find((candidate) => candidate.aspect === aspect);
  return reading && { value: reading.value, source: reading.source };
}

function agreement(requested: string, admitted: Cell | undefined, observed: Cell | undefined): ComparisonRow['agrees'] {
  if (admitted && admitted.value !== null && admitted.value !== requested) return 'no';
  if (!observed || observed.value === null) return 'unknown';
  return observed.value === requested ? 'yes' : 'no';
}
