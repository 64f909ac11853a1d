import type { ResourceKind } from './reference.ts';

/** Every effect the console can have, the state that shows it happened, and where that is read. */
export const operations = {
  create_network: { label: 'Create network', gerund: 'creating the network', goal: 'a network with this attempt’s label', destructive: false, at: 'engine' },
  create_volume: { label: 'Create volume', gerund: 'creating the volume', goal: 'a volume of our name with our labels', destructive: false, at: 'engine' },
  create_container: { label: 'Create container', gerund: 'creating the container', goal: 'a container of our name with our labels', destructive: false, at: 'engine' },
  deliver: { label: 'Deliver files', gerund: 'delivering files', goal: 'every file of the manifest, with its hash, in a fresh archive', destructive: false, at: 'engine' },
  start_container: { label: 'Start container', gerund: 'starting the container', goal: 'a start time later than the one before', destructive: false, at: 'engine' },
  stop_container: { label: 'Stop container', gerund: 'stopping the container', goal: 'the container is not running', destructive: true, at: 'engine' },
  remove_container: { label: 'Remove container', gerund: 'removing the container', goal: 'absent by id and in the listing, twice', destructive: true, at: 'engine' },
  remove_network: { label: 'Remove network', gerund: 'removing the network', goal: 'absent by id and in the listing, twice', destructive: true, at: 'engine' },
  remove_volume: { label: 'Remove volume', gerund: 'removing the volume', goal: 'absent by name and in the listing, twice', destructive: true, at: 'engine' },
  remove_staging: { label: 'Remove staged copies', gerund: 'removing the staged copies', goal: 'their folder is gone', destructive: true, at: 'this_machine' },
  build_image: { label: 'Build image', gerund: 'building the image', goal: 'an image with this build’s label', destructive: false, at: 'engine' },
  pull_image: { label: 'Pull image', gerund: 'pulling the image', goal: 'an image of this reference that was not there before', destructive: false, at: 'engine' },
  remove_image: { label: 'Remove image', gerund: 'removing the image', goal: 'absent by id and in the listing, twice', destructive: true, at: 'engine' },
  publish_file: { label: 'Publish file', gerund: 'publishing the file', goal: 'the same bytes at the destination', destructive: false, at: 'this_machine' },
  back_up: { label: 'Back up ledger', gerund: 'backing up the ledger', goal: 'the same bytes at the destination', destructive: false, at: 'this_machine' },
  export_bundle: { label: 'Export receipts', gerund: 'exporting receipts', goal: 'the same bytes at the destination', destructive: false, at: 'this_machine' },
  write_release: { label: 'Write release', gerund: 'writing the release', goal: 'the same bytes at the destination', destructive: false, at: 'this_machine' },
  start_engine: { label: 'Start private engine', gerund: 'starting the private engine', goal: 'the engine answers on its socket', destructive: false, at: 'this_machine' },
  stop_engine: { label: 'Stop private engine', gerund: 'stopping the private engine', goal: 'its process is gone', destructive: true, at: 'this_machine' },
} as const;

export type Operation = keyof typeof operations;

export const operationNames = Object.keys(operations) as [Operation, ...Operation[]];

export const labelOf = (operation: Operation): string => operations[operation].label;

/** What makes a resource of a kind, and what takes it away. */
export const creationOf = { container: 'create_container', volume: 'create_volume', network: 'create_network' } as const satisfies Record<ResourceKind, Operation>;
export const removalOf = { container: 'remove_container', volume: 'remove_volume', network: 'remove_network' } as const satisfies Record<ResourceKind, Operation>;

const creations: ReadonlySet<Operation> = new Set(Object.values(creationOf));
export const isCreation = (operation: Operation): boolean => creations.has(operation);
