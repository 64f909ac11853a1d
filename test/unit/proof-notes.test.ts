import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkpointText, parseCheckpoint, signCheckpoint, verifyCheckpoint } from '../../electron/host/ledger/checkpoint.ts';
import { sha256 } from '../../electron/host/ledger/digest.ts';
import { MalformedNoteError, parseNote, parseVerifier, signNote, verifierOf, verifierText, verifyNote } from '../../electron/host/ledger/signed-note.ts';
import { parseTlogProof, tlogProofText } from '../../electron/host/ledger/tlog-proof.ts';

const vectorKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const vectorText = 'If you think cryptography is the answer to your problem,\nthen you don\'t know what your problem is.\n';
const vectorNote = `${vectorText}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

const keyOf = () => generateKeyPairSync('ed25519').privateKey;

describe('the published signed note', () => {
  test('is verified by its key, and the key’s text comes out as it went in', () => {
    const verifier = parseVerifier(vectorKey);

    expect(verifyNote(parseNote(vectorNote), [verifier])).toEqual({ kind: 'signed', by: [verifier] });
    expect(verifierText(verifier)).toBe(vectorKey);
  });

  test.each([...vectorNote].flatMap((_, at) => (at % 7 === 0 && at < vectorText.length - 1 ? [at] : [])))('does not survive a change at character %i', (at) => {
    const changed = `${vectorNote.slice(0, at)}${vectorNote[at] === 'x' ? 'y' : 'x'}${vectorNote.slice(at + 1)}`;

    expect(verifyNote(parseNote(changed), [parseVerifier(vectorKey)]).kind).not.toBe('signed');
  });
});

describe('a note with several signatures', () => {
  const [first, second] = [keyOf(), keyOf()];
  const text = 'one\n\ntwo\n';
  const lineOf = (note: string): string => note.slice(note.lastIndexOf('\n\n') + 2);
  const both = signNote(text, 'first', first) + lineOf(signNote(text, 'second', second));

  test('passes over keys that are not known, by name and id together', () => {
    expect(verifyNote(parseNote(both), [verifierOf('first', first)]).kind).toBe('signed');
    expect(verifyNote(parseNote(both), [verifierOf('other', first)]).kind).toBe('unknown_signer');
    expect(verifyNote(parseNote(both), [verifierOf('first', keyOf())]).kind).toBe('unknown_signer');
  });

  test('is rejected whole when a known key fails', () => {
    const forged = `${text}\n${lineOf(signNote('another\n', 'first', first))}${lineOf(signNote(text, 'second', second))}`;

    expect(verifyNote(parseNote(forged), [verifierOf('first', first), verifierOf('second', second)])).toMatchObject({ kind: 'forged' });
  });

  test('is separated from its text by the last empty line', () => {
    expect(parseNote(both).text).toBe(text);
  });

  test.each(['', 'text\n', 'text\n\n', 'te\u0001xt\n\n— a AAAAAAA=\n', 'text\n\n- a AAAAAAA=\n', 'text\n\n— a b c\n', 'text\n\n— a+b AAAAAAA=\n', 'text\n\n— a AA==\n', 'text\n\n— a AAAAAAA='])('refuses %j', (note) => {
    expect(() => parseNote(note)).toThrow(MalformedNoteError);
  });
});

describe('a checkpoint', () => {
  const key = keyOf();
  const checkpoint = { origin: 'bailiwick.example/ledger/1', size: 12, root: sha256(Buffer.from('root')) };

  test('comes back as it was signed', () => {
    const note = signCheckpoint(checkpoint, key);

    expect(verifyCheckpoint(note, [verifierOf(checkpoint.origin, key)])).toMatchObject({ kind: 'signed', checkpoint: { size: 12 } });
    expect(checkpointText(parseCheckpoint(note))).toBe(checkpointText(checkpoint));
  });

  test('is not taken from a key of another name', () => {
    expect(verifyCheckpoint(signNote(checkpointText(checkpoint), 'someone', key), [verifierOf('someone', key)]).kind).toBe('unknown_signer');
  });

  test.each(['01', '-1', '1.0', '', ' 1', '1e3'])('refuses the size %j', (size) => {
    const text = `origin\n${size}\n${Buffer.from(checkpoint.root).toString('base64')}\n`;

    expect(() => parseCheckpoint(signNote(text, 'origin', key))).toThrow(MalformedNoteError);
  });
});

describe('a proof in one file', () => {
  const checkpoint = signCheckpoint({ origin: 'o', size: 3, root: sha256() }, keyOf());

  test('comes back as it was written, also with extra data in it', () => {
    const proof = { index: 2, path: [sha256(Buffer.from('a')), sha256(Buffer.from('b'))], checkpoint };
    const text = tlogProofText(proof);

    expect(parseTlogProof(text)).toEqual(proof);
    expect(parseTlogProof(text.replace('index', 'extra AAAA\nindex'))).toEqual(proof);
  });

  test.each(['', 'index 1\n\nx', 'c2sp.org/tlog-proof@v1\nindex 01\n\nx', 'c2sp.org/tlog-proof@v1\nindex 1\nAA==\n\nx', 'c2sp.org/tlog-proof@v2\nindex 1\n\nx'])('refuses %j', (text) => {
    expect(() => parseTlogProof(text)).toThrow(MalformedNoteError);
  });
});
