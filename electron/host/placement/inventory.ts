import type { EngineId } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { consoleItself } from '../../../shared/receipt.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import { digestOf } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';

/** Before the first effect on an engine: what was there before us. The list is kept beside the ledger, by its digest. */
export async function takeInventory(journal: Journal, reader: EngineReader, engine: EngineId): Promise<void> {
  if (journal.world.inventories.has(engine)) return;
  const [containers, volumes, images, networks] = await Promise.all([reader.listContainers(), reader.listVolumes(), reader.listImages(), reader.listNetworks()]);
  // Of two that were begun at once the later may tell of what came of the earlier.
  if (journal.world.inventories.has(engine)) return;
  const list: Json = {
    containers: containers.map(({ id, name, image }) => ({ id, name, image })),
    volumes: volumes.map(({ name, created }) => ({ name, created })),
    networks: networks.map(({ id, name }) => ({ id, name })),
    images: images.map(({ id, tags }) => ({ id, tags })),
  };
  const value = { containers: containers.length, volumes: volumes.length, networks: networks.length, images: images.length, list: digestOf(list) };
  journal.append({ actor: consoleItself, about: { kind: 'engine', engine }, body: { kind: 'observation', fact: 'inventory', value, source: 'engine listing' } }, [list]);
}
