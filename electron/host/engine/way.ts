import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The way to one engine. Each connection is a stream of its own, and has the engine at its other end. */
export interface Way {
  /** For sentences about it. */
  readonly name: string;
  connect(): Promise<Socket>;
  /** Waits a moment for what the way itself has to say of a connection that failed: then its name tells. */
  lastWords(): Promise<void>;
  /** Ends what all connections go over. The next one opens it anew. */
  close(): void;
}

/** Of a way that has nothing more to say than the failed connection itself. */
export const noLastWords = (): Promise<void> => Promise.resolve();

/** Dials a unix socket of this machine. */
export const socketWay = (path: string): Way => ({ name: path, connect: () => connectedTo(path), lastWords: noLastWords, close: () => undefined });

export async function connectedTo(path: string): Promise<Socket> {
  const socket = connect({ path });
  await once(socket, 'connect');
  return socket;
}
