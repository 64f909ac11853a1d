import type { ManifestPage } from '../../../shared/bridge-values.ts';
import type { FindingRow } from '../../../shared/finding.ts';
import type { FileChange, GuestFile, GuestListing, GuestPreview } from '../../../shared/guest-files.ts';
import { destinationFolderOf, stagedClasses, type DeliveryState, type StagedClass } from '../../../shared/manifest.ts';
import { digestOf } from './ids.ts';

type Row = ManifestPage['rows'][number];

const ordinary: readonly (readonly [string, StagedClass, number])[] = [
  ['task.md', 'context', 1_204],
  ['role/reviewer.md', 'role', 3_811],
  ['skills/sql/SKILL.md', 'skill', 6_120],
  ['settings.json', 'native_settings', 902],
  ['schema/orders.json', 'schema', 14_022],
  ['history/2f9c.jsonl', 'checkpoint', 418_377],
  ['STARTUP.md', 'startup', 2_044],
];

const deep = 'a-rather-long-folder-name-that-somebody-once-thought-was-a-good-idea/';

function pathAt(index: number, longNames: boolean): readonly [string, StagedClass, number] {
  if (!longNames) return ordinary[index % ordinary.length] ?? ['file', 'context', 1];
  const fileClass = stagedClasses[index % stagedClasses.length] ?? 'context';
  return [`${index % 9 === 0 ? deep : ''}part-${String(Math.floor(index / 100)).padStart(3, '0')}/file-${String(index).padStart(5, '0')}.md`, fileClass, 200 + ((index * 7919) % 90_000)];
}

export const manifestBytes = (files: number, longNames: boolean): number => {
  let bytes = 0;
  for (let index = 0; index < files; index += 1) bytes += pathAt(index, longNames)[2];
  return bytes;
};

export const stateAt = (index: number): DeliveryState => (index % 997 === 3 ? 'differing' : index % 1999 === 5 ? 'missing' : 'matched');

export function manifestPage(files: number, longNames: boolean, delivered: boolean, broken: boolean, offset: number, limit: number): ManifestPage {
  const rows: Row[] = [];
  for (let index = offset; index < Math.min(files, offset + limit); index += 1) {
    const [path, fileClass, bytes] = pathAt(index, longNames);
    const digest = digestOf(`file ${path}`);
    rows.push({
      entry: { path, class: fileClass, bytes, sourceDigest: digest, stagedDigest: digest, mode: 0o644, destination: `${destinationFolderOf(fileClass)}/${path}` },
      ...(delivered && { delivery: broken ? stateAt(index) : 'matched' }),
    });
  }
  return { total: files, rows, findings: delivered || longNames ? [] : findings, against: null };
}

const findings: readonly FindingRow[] = [
  { finding: { file: 'settings.json', place: { at: 'value', pointer: '/hooks/Stop/0/command' }, kind: 'host_command', text: '/home/operator/hooks/notify.sh' }, accepted: false },
  { finding: { file: 'settings.json', place: { at: 'value', pointer: '/env/COLLECTOR_URL' }, kind: 'loopback_url', text: 'http://localhost:4318/v1' }, accepted: false },
  { finding: { file: 'settings.json', place: { at: 'value', pointer: '/mcpServers/index/command' }, kind: 'in_image', text: 'node' }, accepted: true },
].map((row, index) => ({ ...row, id: digestOf(`finding ${index}`) }) as FindingRow);

/** A workspace with very much in it is listed in part. */
export const guestListing = (count: number): GuestListing => ({ files: guestFiles(count), complete: count < 1000, container: { changes: [{ path: '/run', kind: 'changed' }], total: 1 } });

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const previewOf = (path: string): GuestPreview => {
  if (path.endsWith('.png')) return { kind: 'image', url: `data:image/png;base64,${onePixel}` };
  return path.endsWith('.o') ? { kind: 'none', says: 'neither text in UTF-8 nor a PNG, JPEG, GIF or WebP image' } : { kind: 'text', text: `# ${path}\n\nRead with care.\\u{0}\n`, complete: !path.includes('notes') };
};

function guestFiles(count: number): readonly GuestFile[] {
  const file = (path: string, bytes: number, change: FileChange = 'added'): GuestFile => ({ path, bytes, type: 'file', modifiedSeconds: 1_772_632_800, change });
  if (count < 10) {
    return [
      { path: '/workspace/task', bytes: 4096, type: 'folder', modifiedSeconds: 1_772_632_100 },
      file('/workspace/task/task.md', 1_204, 'same'),
      file('/workspace/task/result.md', 8_412),
      file('/workspace/task/chart.png', 70),
      file('/workspace/task/notes/second-thoughts.md', 2_210, 'changed'),
      { path: '/workspace/task/latest', bytes: 0, type: 'link', modifiedSeconds: 1_772_632_800, change: 'not_compared' },
      { path: '/workspace/task/schema/orders.json', bytes: 14_022, type: 'file', modifiedSeconds: 0, change: 'removed' },
    ];
  }
  return Array.from({ length: count }, (_, index) => file(`/workspace/task/build/object-${String(index).padStart(5, '0')}.o`, index * 37));
}
