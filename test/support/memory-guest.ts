import { Readable } from 'node:stream';
import { extract, pack } from 'tar-stream';
import type { Answer } from '../../electron/host/attempts/answer.ts';
import { spendToken } from '../../electron/host/attempts/effect-token.ts';
import type { EngineMutations } from '../../electron/host/attempts/mutations.ts';
import { EngineUnreachableError, type EngineReader, type LogFrame, type PathKind } from '../../electron/host/engine/engine-reader.ts';
import type { ContainerChange, ContainerReading, ContainerState } from '../../shared/engine-readings.ts';
import { anInstant, theEngine } from './builders.ts';
import { gathered, inPieces } from './tar-bytes.ts';

export interface GuestThing {
  readonly type: 'file' | 'folder' | 'link' | 'pipe';
  readonly content?: Buffer;
  readonly target?: string;
  readonly mode?: number;
  readonly uid?: number;
}

export const theContainer = 'c'.repeat(64);

/** A container's files in memory, behind the parts of an engine that put archives and read them. */
export class MemoryGuest {
  readonly things = new Map<string, GuestThing>();
  state: ContainerState = 'created';
  startedAt = '';
  starts = 0;
  /** The engine has no such container any more. */
  isRemoved = false;
  /** False where another container has its name. */
  isListed = true;
  finishedAt = '';
  exitCode = 0;
  /** What the engine answers to a start, when it did its work; `not_sent` where it never heard of it. */
  startAnswer: Answer = { kind: 'applied', status: 204 };
  /** Paths whose archives were asked for, in order. */
  readonly asked: string[] = [];
  /** Done to each archive that is put, before it is unpacked. */
  duringPut: (name: string) => void = () => undefined;
  /** False while the engine answers no question. */
  isReachable = true;
  /** What the engine answers to a put, when it did its work; `not_sent` where it never heard of it. */
  putAnswer: Answer = { kind: 'applied', status: 200 };
  /** What the engine says has changed outside the volumes. */
  changes: readonly ContainerChange[] = [];
  /** What its main process printed. */
  log: readonly string[] = [];
  /** Replaces the archive of a path. */
  readonly forged = new Map<string, Buffer>();

  constructor() {
    for (const path of ['/workspace', '/workspace/task', '/workspace/results', '/state', '/state/home']) this.folder(path);
  }

  folder(path: string, uid = 1000): void {
    this.things.set(path, { type: 'folder', mode: 0o755, uid });
  }

  file(path: string, content: string | Buffer): void {
    this.things.set(path, { type: 'file', content: Buffer.from(content), mode: 0o644, uid: 1000 });
  }

  link(path: string, target: string): void {
    this.things.set(path, { type: 'link', target });
  }

  text(path: string): string | undefined {
    return this.things.get(path)?.content?.toString('utf8');
  }

  runs(startedAt: string): void {
    Object.assign(this, { state: 'running', startedAt, finishedAt: '', exitCode: 0 });
  }

  ends(finishedAt: string): void {
    Object.assign(this, { state: 'exited', finishedAt });
  }

  get reader(): EngineReader {
    const parts: Partial<EngineReader> = {
      identity: async () => ({ engine: theEngine, name: 'one', version: '1', apiVersion: '1', operatingSystem: '', architecture: '', cpus: 1, memoryBytes: 1, cgroupVersion: '1', storageDriver: '', systemTime: '' }),
      inspectContainer: async (id) => (id === theContainer && !this.isRemoved ? this.#reading() : null),
      listContainers: async () => {
        if (!this.isReachable) throw new EngineUnreachableError('cut', 'the connection was cut');
        return this.isRemoved || !this.isListed ? [] : [{ id: theContainer, name: 'bw', image: '', imageId: 'sha256:image', state: this.state, status: '', createdSeconds: 0, labels: {}, volumes: [], networks: [], ports: [] }];
      },
      inspectVolume: async () => null,
      changes: async () => this.changes,
      logs: () => Readable.from(this.log.map((text) => ({ stream: 'stdout', at: '', text, ends: true }))) as AsyncIterable<LogFrame>,
      archive: async (_id, path, signal) => this.#archive(path, signal),
      kindsAt: async (_id, paths, signal) => paths.map((path) => this.#kindAt(path, signal)),
    };
    return parts as EngineReader;
  }

  get mutations(): EngineMutations {
    const parts: Partial<EngineMutations> = {
      startContainer: async (token) => {
        spendToken(token, 'start_container');
        if (this.startAnswer.kind === 'applied') this.runs(anInstant((this.starts += 1)));
        // As an engine does: a start that fails leaves an exit code, and no times.
        if (this.startAnswer.kind === 'refused') this.exitCode ||= 128;
        return this.startAnswer;
      },
      putArchive: async (token, { folder }, tar, signal) => {
        spendToken(token, 'deliver');
        if (this.putAnswer.kind === 'not_sent') return this.putAnswer;
        try {
          await this.#unpack(folder, tar, signal);
          return this.putAnswer;
        } catch (error) {
          return { kind: 'unclear', says: error instanceof Error ? error.message : String(error) };
        }
      },
    };
    return parts as EngineMutations;
  }

  #reading(): ContainerReading {
    return {
      id: theContainer, name: 'bw', created: '2026-01-01T00:00:00Z', imageId: 'sha256:image', labels: {}, state: this.state, startedAt: this.startedAt, finishedAt: this.finishedAt, exitCode: this.exitCode, outOfMemory: false, volumes: [], ports: [], restart: 'no', goesWithProcess: false,
      admitted: { nanoCpus: 0, memoryBytes: 0, pids: 0, droppedCapabilities: [], addedCapabilities: [], securityOptions: [], privileged: false, user: '', readOnlyRoot: true, networkMode: 'none', networks: [] },
    };
  }

  #kindAt(path: string, signal?: AbortSignal): PathKind {
    signal?.throwIfAborted();
    if (!this.isReachable) throw new EngineUnreachableError('cut', 'the connection was cut');
    const type = this.things.get(this.#through(path) ?? '')?.type;
    return type === 'pipe' ? 'other' : (type ?? 'absent');
  }

  async #archive(path: string, signal?: AbortSignal): Promise<Readable | null> {
    signal?.throwIfAborted();
    if (!this.isReachable) throw new EngineUnreachableError('cut', 'the connection was cut');
    this.asked.push(path);
    const forged = this.forged.get(path);
    if (forged) return Readable.from([forged], { objectMode: false });
    const found = this.#through(path);
    if (found === undefined || !this.things.has(found)) return null;
    const archive = pack();
    const inside = [...this.things.keys()].filter((name) => name === found || name.startsWith(`${found}/`)).sort();
    for (const name of inside) this.#pack(archive, path.slice(path.lastIndexOf('/') + 1) + name.slice(found.length), this.things.get(name));
    archive.finalize();
    return Readable.from(inPieces(await gathered(archive as AsyncIterable<Buffer>), 5000), { objectMode: false });
  }

  /** As an engine does: links in the folders on the way are followed, the last one is not. */
  #through(path: string): string | undefined {
    const parent = path.slice(0, path.lastIndexOf('/'));
    if (parent === '') return path;
    const above = this.#through(parent);
    if (above === undefined) return undefined;
    const thing = this.things.get(above);
    const real = thing?.type === 'link' ? thing.target : above;
    return real === undefined ? undefined : `${real}${path.slice(parent.length)}`;
  }

  #pack(archive: ReturnType<typeof pack>, name: string, thing: GuestThing | undefined): void {
    if (thing === undefined) return;
    const header = { name, mode: thing.mode ?? 0o644, uid: thing.uid ?? 0, gid: 0, mtime: new Date(1_700_000_000_000) };
    switch (thing.type) {
      case 'file': archive.entry({ ...header, type: 'file' }, thing.content ?? Buffer.alloc(0)); break;
      case 'folder': archive.entry({ ...header, name: `${name}/`, type: 'directory' }); break;
      case 'link': archive.entry({ ...header, type: 'symlink', linkname: thing.target ?? '' }); break;
      case 'pipe': archive.entry({ ...header, type: 'fifo' }); break;
    }
  }

  /** As an engine does: each entry as it comes, so that a cut archive leaves a part. */
  async #unpack(folder: string, tar: Readable, signal?: AbortSignal): Promise<void> {
    const reader = extract();
    signal?.addEventListener('abort', () => reader.destroy(new Error('aborted')), { once: true });
    tar.once('error', () => reader.destroy(new Error('cut')));
    // What reads archives is no stream of Node’s own, and tells nobody when it is done with a chunk.
    Readable.from(tar).on('error', () => undefined).pipe(reader as unknown as NodeJS.WritableStream);
    for await (const entry of reader) {
      const { name, type, mode, uid } = entry.header;
      this.duringPut(name);
      const path = `${folder}/${name.replace(/\/$/, '')}`;
      if (type === 'directory') {
        this.things.set(path, { type: 'folder', mode, uid });
        entry.resume();
        continue;
      }
      const chunks: Buffer[] = [];
      this.things.set(path, { type: 'file', mode, uid, content: Buffer.alloc(0) });
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        this.things.set(path, { type: 'file', mode, uid, content: Buffer.concat(chunks) });
      }
    }
  }
}
