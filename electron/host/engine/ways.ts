import { readEndpoint } from '../../../shared/endpoint.ts';
import { EngineFault, EngineUnreachableError } from './engine-reader.ts';
import { SshTunnel } from './ssh-tunnel.ts';
import { tlsWay } from './tls-way.ts';
import { socketWay, type Way } from './way.ts';

export interface WayPlaces {
  /** Holds the near ends of tunnels. */
  readonly tunnels: string;
  /** The folder with the certificates for an endpoint, where one was chosen. */
  readonly certificatesFor: (endpoint: string) => string | null;
}

/** The ways to all engines, one to each: what is dialled for questions and for changes is the same. */
export class Ways {
  readonly #places: WayPlaces | undefined;
  readonly #ways = new Map<string, Way>();
  #closed = false;

  constructor(places: WayPlaces | undefined) {
    this.#places = places;
  }

  to(endpoint: string): Way {
    const way = this.#ways.get(endpoint) ?? this.#guarded(this.#make(endpoint));
    this.#ways.set(endpoint, way);
    return way;
  }

  leave(endpoint: string): void {
    this.#ways.get(endpoint)?.close();
  }

  /** Ends what is open. What is dialled afterwards opens it anew. */
  cut(): void {
    for (const way of this.#ways.values()) way.close();
  }

  /** Ends what is open, for good. */
  close(): void {
    this.#closed = true;
    this.cut();
  }

  #make(endpoint: string): Way {
    const reach = readEndpoint(endpoint);
    if (typeof reach === 'string') throw new EngineFault(`${endpoint} is no endpoint: ${reach}`);
    switch (reach.kind) {
      case 'unix': return socketWay(reach.path);
      case 'ssh': return new SshTunnel(endpoint, reach, { folder: this.#placesFor(endpoint).tunnels });
      case 'tls': return tlsWay(endpoint, reach, () => this.#placesFor(endpoint).certificatesFor(endpoint));
    }
  }

  /** After the end nothing is dialled any more, whoever still asks. */
  #guarded(way: Way): Way {
    const connect = async () => {
      if (this.#closed) throw new EngineUnreachableError('no_way', `the console is closed (${way.name})`);
      return way.connect();
    };
    return { get name() { return way.name; }, connect, lastWords: () => way.lastWords(), close: () => way.close() };
  }

  #placesFor(endpoint: string): WayPlaces {
    if (this.#places) return this.#places;
    throw new EngineFault(`${endpoint} cannot be dialled without a folder of the console’s own`);
  }
}
