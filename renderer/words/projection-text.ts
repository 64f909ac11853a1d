import type { Evident } from '../../shared/evidence-mark.ts';
import type { Projection } from '../../shared/binding.ts';
import { seenText } from '../../shared/describe-receipt.ts';
import { describeUnmarked } from '../../shared/nonce-line.ts';
import { countText } from '../../shared/quantities.ts';
import type { FileRevision } from '../../shared/revision.ts';
import type { AttemptId } from '../../shared/ids.ts';
import { stateOf } from '../../shared/attempt.ts';
import { placeText, type FindingKind, type StagedChange } from '../../shared/finding.ts';
import { isMarked, type DeliveryState, type FileClass, type ManifestEntry, type StagedClass } from '../../shared/manifest.ts';

export const classWords: Readonly<Record<FileClass, string>> = {
  role: 'role',
  startup: 'startup',
  skill: 'skill',
  context: 'context',
  schema: 'schema',
  native_settings: 'native settings',
  checkpoint: 'checkpoint',
  credential_reference: 'credential reference',
};

const reviewedFiles = 'JSON, TOML, YAML and shell scripts are looked through for paths, programs and addresses of this machine';

/** What of a class is looked through before it can be delivered. */
export const reviewWords: Readonly<Record<StagedClass, string>> = {
  role: `${reviewedFiles}.`,
  startup: `${reviewedFiles}.`,
  skill: `${reviewedFiles}; JSON, TOML and YAML only where they name a command, a hook, a server, an environment or permissions, the rest is data.`,
  context: 'Nothing in them is looked through.',
  schema: 'Nothing in them is looked through.',
  native_settings: 'Every file is looked through for paths, programs and addresses of this machine.',
  checkpoint: 'Nothing in them is looked through.',
};

export const findingWords: Readonly<Record<FindingKind, string>> = {
  host_command: 'command of this machine',
  host_path: 'path of this machine',
  home_path: 'path in a home',
  loopback_url: 'address of this machine',
  in_image: 'is to be in the image',
  not_in_image: 'is not in the image',
  secret: 'key or password',
  malformed: 'could not be read',
  not_reviewed: 'not looked through',
};

export function changeText(change: StagedChange): string {
  if (change.way === 'marked') return 'a line with the nonce of this revision at its end';
  const where = placeText(change.finding.place);
  switch (change.way) {
    case 'fixed': return `${where}: ${change.finding.text} became ${change.value}`;
    case 'dropped': return `${where}: ${change.finding.text} was left out`;
  }
}

const stateWords: Readonly<Record<DeliveryState, Evident>> = {
  matched: { mark: 'seen', says: 'delivered' },
  differing: { mark: 'refused', says: 'differs' },
  missing: { mark: 'refused', says: 'missing' },
};

/** Of one file: what was read back, else how far the delivery of its manifest is. */
export function deliveredEvident(delivery: DeliveryState | undefined, ofManifest: Evident): Evident {
  return delivery ? stateWords[delivery] : ofManifest;
}

/** Of a whole manifest, before anything was read back of a single file. */
export function deliveryEvident(projection: Projection, calling: ReadonlySet<AttemptId>): Evident {
  const attempt = projection.deliveries.at(-1);
  if (!attempt) return { mark: 'none', says: 'not delivered' };
  switch (stateOf(attempt, calling)) {
    case 'calling': return { mark: 'asked', says: 'under way' };
    case 'unconfirmed': return { mark: 'unconfirmed', says: 'unconfirmed' };
    case 'applied':
    case 'no_op': return { mark: 'accepted', says: 'accepted, not read back' };
    case 'refused': return { mark: 'refused', says: 'refused' };
    case 'not_applied': return { mark: 'none', says: 'not delivered' };
  }
}

export const modeText = (mode: number): string => mode.toString(8).padStart(4, '0');

export const revisionWords: Readonly<Record<FileRevision, string>> = { added: 'added', changed: 'changed', unchanged: 'unchanged', gone: 'not in this one' };

/** Of one file: where its mark was seen. What is only read leaves no mark anywhere. */
export function ingestedEvident(entry: ManifestEntry, { ingested }: Projection): Evident {
  if (entry.class !== 'context') return { mark: 'none', says: 'not looked for' };
  if (!isMarked(entry)) return { mark: 'none', says: 'unsupported' };
  const own = ingested.find(({ value }) => value.file === entry.path);
  if (own) return { mark: 'seen', says: `in ${seenText(own.value)}` };
  return ingested.some(({ value }) => value.file === undefined) ? { mark: 'accepted', says: 'its revision was seen' } : { mark: 'none', says: 'not seen' };
}

/** Why nothing is known of a file's ingestion; nothing where it was or can be seen. */
export function whyNotIngested(entry: ManifestEntry): string | null {
  if (entry.class !== 'context') return 'Only context carries a nonce.';
  return entry.unmarked ? `Unsupported: ${describeUnmarked(entry.unmarked)}.` : null;
}

/** Of a whole manifest. */
export function ingestionEvident({ staged, ingested }: Projection): Evident {
  const { revision } = staged.value;
  if (!revision) return { mark: 'none', says: 'no file of it carries a nonce' };
  return ingested.length > 0 ? { mark: 'seen', says: `its nonce was seen in ${countText(ingested.length, 'place')}` } : { mark: 'none', says: 'its nonce was not seen yet' };
}
