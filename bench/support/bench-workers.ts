import type { Binding } from '../../shared/binding.ts';
import type { BindingId } from '../../shared/ids.ts';
import type { DeclaredArtifact } from '../../shared/worker-spec.ts';
import { folded, requestSample } from '../../test/support/sample-worker.ts';
import type { BenchHost } from './bench-host.ts';
import { EngineApi } from './engine-api.ts';
import { removeWorker } from './straight-worker.ts';

/** Prepared workers for one measurement each, which are gone after it. */
export class BenchWorkers {
  readonly #host: BenchHost;
  readonly #engine: string;
  readonly #api: EngineApi;
  #count = 0;

  constructor(host: BenchHost, engine: string) {
    this.#host = host;
    this.#engine = engine;
    this.#api = new EngineApi(engine);
  }

  async prepare(artifacts: readonly DeclaredArtifact[] = []): Promise<BindingId> {
    this.#count += 1;
    const binding = await requestSample(this.#host, this.#engine, { seat: `bench-${this.#count}`, artifacts });
    await this.#host.ended(binding, 'Preparing');
    return binding;
  }

  async containerOf(id: BindingId): Promise<string> {
    return idOfContainer(await folded(this.#host, id));
  }

  async remove(id: BindingId): Promise<void> {
    await removeWorker(this.#api, await folded(this.#host, id));
  }

  close(): void {
    this.#api.close();
  }
}

function idOfContainer({ resources }: Binding): string {
  const id = resources.container.present?.value.id;
  if (id === undefined) throw new TypeError(`${resources.container.name} is not prepared`);
  return id;
}
