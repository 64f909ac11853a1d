import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { forgetPrivateFile, readPrivateFile, writePrivateFile } from './private-file.ts';
import { SecretStoreError, WrongPassphraseError, type SecretName, type SecretStore } from './secret-store.ts';
import { sealedFile } from './which-keys.ts';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

export interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** About 128 MB and a third of a second: what a guess costs. */
export const usualCost: ScryptCost = { N: 2 ** 17, r: 8, p: 1 };
const keyBytes = 32;

const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);
const envelopeSchema = z.strictObject({
  v: z.literal(1),
  kdf: z.strictObject({ name: z.literal('scrypt'), N: z.number().int().min(2 ** 14).max(2 ** 20), r: z.number().int().min(1).max(32), p: z.number().int().min(1).max(16), salt: base64 }),
  cipher: z.strictObject({ name: z.literal('aes-256-gcm'), iv: base64, tag: base64, text: base64 }),
});

type Envelope = z.infer<typeof envelopeSchema>;

/** Encrypted files: without the passphrase they are worth nothing, and a changed one does not open. */
export class PassphraseSecretStore implements SecretStore {
  readonly #folder: string;
  readonly #passphrase: string;
  readonly #cost: ScryptCost;

  constructor(folder: string, passphrase: string, cost = usualCost) {
    this.#folder = folder;
    this.#passphrase = passphrase;
    this.#cost = cost;
  }

  async read(name: SecretName): Promise<Buffer | null> {
    const file = this.placeOf(name);
    const bytes = await readPrivateFile(file);
    return bytes && open(parseEnvelope(bytes, file), this.#passphrase, name);
  }

  async write(name: SecretName, value: Buffer): Promise<void> {
    const envelope = await seal(value, { passphrase: this.#passphrase, cost: this.#cost, name });
    await writePrivateFile(this.placeOf(name), Buffer.from(`${JSON.stringify(envelope)}\n`));
  }

  forget(name: SecretName): void {
    forgetPrivateFile(this.placeOf(name));
  }

  placeOf(name: SecretName): string {
    return sealedFile(this.#folder, name);
  }
}

function parseEnvelope(bytes: Buffer, file: string): Envelope {
  try {
    return envelopeSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new SecretStoreError(`${file} is not a sealed secret. Restore it from a copy.`, { cause });
  }
}

async function seal(value: Buffer, { passphrase, cost, name }: { readonly passphrase: string; readonly cost: ScryptCost; readonly name: SecretName }): Promise<Envelope> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await keyFrom(passphrase, salt, cost), iv);
  // The name is bound in, so that one secret cannot stand in for another.
  cipher.setAAD(Buffer.from(name));
  const text = Buffer.concat([cipher.update(value), cipher.final()]);
  return {
    v: 1,
    kdf: { name: 'scrypt', N: cost.N, r: cost.r, p: cost.p, salt: salt.toString('base64') },
    cipher: { name: 'aes-256-gcm', iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), text: text.toString('base64') },
  };
}

async function open({ kdf, cipher }: Envelope, passphrase: string, name: SecretName): Promise<Buffer> {
  const decipher = createDecipheriv('aes-256-gcm', await keyFrom(passphrase, Buffer.from(kdf.salt, 'base64'), kdf), Buffer.from(cipher.iv, 'base64'));
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(Buffer.from(cipher.tag, 'base64'));
  try {
    return Buffer.concat([decipher.update(Buffer.from(cipher.text, 'base64')), decipher.final()]);
  } catch (cause) {
    throw new WrongPassphraseError('The passphrase does not open this key, or the file was changed.', { cause });
  }
}

const keyFrom = (passphrase: string, salt: Buffer, { N, r, p }: ScryptCost): Promise<Buffer> =>
  derive(passphrase.normalize('NFC'), salt, keyBytes, { N, r, p, maxmem: 256 * N * r });
