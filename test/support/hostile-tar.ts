import fc from 'fast-check';
import { paxHeader, tarEnd, tarEntry, type TarFields } from './tar-bytes.ts';

/** Every type of entry that some reader knows, and some that none does. */
export const tarTypes = [...'0123456 7xgLKSDMNVXA\0'];

const parts = fc
  .array(fc.oneof(fc.constantFrom('..', '.', '', 'a', 'report.md', 'victim', 'neighbour', '\\', 'C:', '\u202e', ' '), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 6 })
  .map((some) => some.join('/'));

/** Names that lead out, names that nearly are the wanted one, and names of any bytes at all. */
function names(outside: string): fc.Arbitrary<string> {
  const known = ['report.md', '../victim', '../new', `${outside}/new`, 'a/../../new', './report.md', 'report.md/../../new', 'staging/x', 'C:new', 'report.md/', '..', '', '/', '//victim', 'report.md\0../victim', '~/x'];
  return fc.oneof(fc.constantFrom(...known), parts);
}

export const namesOfAnyBytes = (outside: string): fc.Arbitrary<string | Uint8Array> => fc.oneof(names(outside), fc.uint8Array({ min: 1, max: 255, minLength: 1, maxLength: 100 }));

function entries(outside: string): fc.Arbitrary<Buffer> {
  const link = fc.oneof(fc.constantFrom('', '../victim', '../neighbour', outside, '/'), parts);
  const size = fc.oneof(fc.constantFrom(0, 1, 511, 512, 513, 101, 8 ** 11 - 1), fc.uint8Array({ minLength: 12, maxLength: 12 }));
  const fields: fc.Arbitrary<TarFields> = fc.record(
    { name: namesOfAnyBytes(outside), type: fc.constantFrom(...tarTypes), link, prefix: fc.oneof(fc.constantFrom('', '..', outside), parts), size, format: fc.constantFrom('ustar', 'gnu', 'none'), checksum: fc.constantFrom('right', 'right', 'right', 'wrong') },
    { requiredKeys: ['name', 'type'] },
  );
  const content = fc.oneof(fc.constantFrom('', 'bytes', '../new\0', '18 path=../victim\n', '99999999 path=x\n', '5 a=\n'), fc.uint8Array({ maxLength: 600 }));
  return fc.tuple(fields, content).map(([header, bytes]) => tarEntry(header, bytes));
}

const keys = ['path', 'linkpath', 'size', 'uid', 'hdrcharset', 'GNU.sparse.name', 'GNU.sparse.major', 'GNU.sparse.minor', 'GNU.sparse.realsize', 'GNU.sparse.map', 'GNU.sparse.size', 'SCHILY.realsize', 'comment'];

/** What says something else of the entry after it: long names, and extended headers, also of sparse files. */
function extensions(outside: string): fc.Arbitrary<Buffer> {
  const text = names(outside);
  const long = fc.tuple(fc.constantFrom('L', 'K'), text).map(([type, value]) => tarEntry({ name: '././@LongLink', type, format: 'gnu' }, `${value}\0`));
  const records = fc.dictionary(fc.constantFrom(...keys), fc.oneof(text, fc.constantFrom('0', '1', '99999999', '-1', '0,1,2,3', '1e9')), { maxKeys: 4 });
  return fc.oneof(long, fc.tuple(records, fc.constantFrom('x' as const, 'g' as const)).map(([values, type]) => paxHeader(values, type)));
}

/** Archives as nobody honest writes them, which try to reach a folder outside. */
export const hostileArchives = (outside: string): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.array(fc.oneof(entries(outside), extensions(outside)), { maxLength: 6 }), fc.constantFrom(tarEnd, Buffer.alloc(0), Buffer.from('garbage'), Buffer.alloc(512)))
    .map(([blocks, end]) => Buffer.concat([...blocks, end]));
