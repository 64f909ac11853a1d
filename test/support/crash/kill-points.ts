import { FilePublisher } from '../../../electron/host/artifacts/publish-file.ts';
import { DockerMutations } from '../../../electron/host/engine/docker-mutations.ts';
import { PrivateEngine } from '../../../electron/host/engine/private-engine.ts';
import type { Entry } from '../../../electron/host/ledger/journal.ts';
import { Ledger } from '../../../electron/host/ledger/ledger.ts';
import { OutsideCopies } from '../../../electron/host/ledger/sealing/outside-copies.ts';
import { StagingRemover } from '../../../electron/host/projection/staging-remover.ts';
import { FileSecretStore } from '../../../electron/host/secrets/file-secret-store.ts';
import { PassphraseSecretStore } from '../../../electron/host/secrets/passphrase-secret-store.ts';
import type { AttemptId } from '../../../shared/ids.ts';
import type { Operation } from '../../../shared/operations.ts';

/** A moment in the life of a console: right before, or right after, it writes or calls. */
export interface KillPoint {
  readonly at: string;
  readonly side: 'before' | 'after';
}

/** Told of each write and each call, by a name that no other one has since it was armed. */
type Reach = (at: string, side: KillPoint['side']) => void;

let reach: Reach = () => undefined;

/**
 * Puts the watch around every durable write and every effect of this process. The console itself knows nothing of it: it
 * is the methods of its classes that are wrapped, in a process that only tests start.
 */
export function watchWritesAndCalls(): void {
  const operations = new Map<AttemptId, Operation>();
  const nameOf = ({ body }: Entry): string => {
    if (body.kind === 'intent') operations.set(body.attempt, body.operation);
    switch (body.kind) {
      case 'intent': return `intent ${body.operation}`;
      case 'settlement': return `settlement ${operations.get(body.attempt) ?? 'of an earlier one'}`;
      case 'observation': return `observation ${body.fact}`;
      case 'decision': return `decision ${body.decision}`;
    }
  };
  around(Ledger.prototype, 'append', (entry) => nameOf(entry));
  around(Ledger.prototype, 'appendAll', (entries) => entries.map(nameOf).join(' + '));
  around(DockerMutations.prototype, 'createNetwork', () => 'call create_network');
  around(DockerMutations.prototype, 'createVolume', () => 'call create_volume');
  around(DockerMutations.prototype, 'createContainer', () => 'call create_container');
  around(DockerMutations.prototype, 'putArchive', () => 'call deliver');
  around(DockerMutations.prototype, 'startContainer', () => 'call start_container');
  around(DockerMutations.prototype, 'stopContainer', () => 'call stop_container');
  around(DockerMutations.prototype, 'removeContainer', () => 'call remove_container');
  around(DockerMutations.prototype, 'removeNetwork', () => 'call remove_network');
  around(DockerMutations.prototype, 'removeVolume', () => 'call remove_volume');
  around(DockerMutations.prototype, 'pullImage', () => 'call pull_image');
  around(DockerMutations.prototype, 'removeImage', () => 'call remove_image');
  around(DockerMutations.prototype, 'buildImage', () => 'call build_image');
  around(FilePublisher.prototype, 'publish', ({ operation }) => `call ${operation}`);
  around(StagingRemover.prototype, 'remove', () => 'call remove_staging');
  around(PrivateEngine.prototype, 'start', () => 'call start_engine');
  around(PrivateEngine.prototype, 'stop', () => 'call stop_engine');
  around(OutsideCopies.prototype, 'write', () => 'marks of a checkpoint');
  around(FileSecretStore.prototype, 'write', (name) => `bare ${name} written`);
  around(FileSecretStore.prototype, 'forget', (name) => `bare ${name} forgotten`);
  around(PassphraseSecretStore.prototype, 'write', (name) => `sealed ${name} written`);
}

/** From now on: tells of every point, and dies at one of them as in a crash, with nothing of the process tidied up. */
export function arm(tell: (at: string) => void, kill?: KillPoint): void {
  const met = new Map<string, number>();
  reach = (name, side) => {
    const count = (met.get(name) ?? 0) + (side === 'before' ? 1 : 0);
    met.set(name, count);
    const at = count > 1 ? `${name} #${count}` : name;
    if (side === 'before') tell(at);
    if (kill?.at === at && kill.side === side) process.kill(process.pid, 'SIGKILL');
  };
}

type Asked<Class, Name extends keyof Class> = Class[Name] extends (...asked: infer Each) => unknown ? Each : never;

function around<Class extends object, Name extends keyof Class>(prototype: Class, name: Name, nameOf: (...asked: Asked<Class, Name>) => string): void {
  const original = prototype[name] as (...asked: unknown[]) => unknown;
  function watched(this: unknown, ...asked: Asked<Class, Name>): unknown {
    const what = nameOf(...asked);
    reach(what, 'before');
    const done = original.apply(this, asked);
    if (!(done instanceof Promise)) return passed(what, done);
    return done.then((value) => passed(what, value));
  }
  Object.assign(prototype, { [name]: watched });
}

function passed<Value>(what: string, value: Value): Value {
  reach(what, 'after');
  return value;
}
