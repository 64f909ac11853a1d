import type { Settings } from './settings.ts';

/** A script, or settings of a form that is not known: read as text, line by line. Lines are not taken out: what is around one may need it. */
export function lineSettings(source: string): Settings {
  const lines = source.split(/(?<=\n)/);
  return {
    texts: lines.map((line, index) => ({ at: 'line', path: [index + 1], text: line.replace(/\r?\n$/, '') })),
    set({ path, text }, value) {
      const index = Number(path[0]) - 1;
      const end = (lines[index] ?? '').slice(text.length);
      return lines.with(index, value + end).join('');
    },
    remove: () => source,
  };
}
