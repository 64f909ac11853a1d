import { aboutResource, anAttemptId, anEffect, anObservation } from './builders.ts';
import { theContainer } from './memory-guest.ts';
import { MemoryWorker } from './memory-worker.ts';

const made = '2026-01-01T00:00:00Z';

/** A worker in memory whose preparation is done: it can be launched. */
export function prepared(): MemoryWorker {
  const worker = new MemoryWorker();
  const { journal, id } = worker;
  for (const [index, role] of (['work', 'state'] as const).entries()) {
    const about = aboutResource(role, id);
    for (const entry of anEffect('create_volume', about, anAttemptId(100 + index))) journal.append(entry);
    for (const entry of anEffect('deliver', about, anAttemptId(110 + index))) journal.append(entry);
    journal.append(anObservation('present', { id: about.name, created: made, driver: 'local' }, about));
  }
  const container = aboutResource('container', id);
  for (const entry of anEffect('create_container', container, anAttemptId(120))) journal.append(entry);
  journal.append(anObservation('present', { id: theContainer, created: made, imageId: 'sha256:image' }, container));
  return worker;
}
