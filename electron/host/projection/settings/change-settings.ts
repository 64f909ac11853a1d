import { sameFinding, waysOf, type Finding, type FindingWay } from '../../../../shared/finding.ts';
import { refusal } from '../../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../../shared/result.ts';
import { holdsKeyShape, holdsLogin } from '../secret-shapes.ts';
import { hitsIn } from './hits-in.ts';
import { readSettings } from './read-settings.ts';
import { findingOf, textOf } from './review-settings.ts';
import { EntangledSettingsError, MalformedSettingsError, TooDeepError, type SettingText, type Step } from './settings.ts';

/** The settings file with one finding fixed or dropped, and everything else in it as it was. */
export function changeSettings(bytes: Uint8Array, told: Finding, way: Exclude<FindingWay, { way: 'accept' }>): Result<Buffer> {
  const finding = asReviewed(told);
  const { file } = finding;
  if (way.way === 'fix' && (holdsKeyShape(way.value) || holdsLogin(way.value))) return refused(refusal('bad_input', 'The replacement is a key or a login by its look, and these are not written into files.', 'Write another value, or drop the entry and use a grant.'));
  try {
    const settings = readSettings(file, textOf(bytes) ?? '');
    const text = settings.texts.find((each) => hitsIn(each).some((hit) => sameFinding(findingOf(file, each, hit), finding)));
    if (!text) return refused(refusal('not_found', 'This finding is not in the staged copy any more.', 'Look at the findings of the newest manifest.'));
    const changed = way.way === 'fix' ? settings.set(text, replaced(text, finding, way.value)) : settings.remove(entryOf(text.path));
    // What cannot be read again was not changed well.
    readSettings(file, changed);
    return ok(Buffer.from(changed, 'utf8'));
  } catch (error) {
    if (!isExpected(error)) throw error;
    return refused(refusal('unsupported', 'This entry cannot be changed alone: the rest of the file depends on it, or cannot be read.', `Change the file itself and stage it again${waysOf(finding).includes('accept') ? ', or accept the finding' : ''}.`));
  }
}

/** Whether it is in the image the review itself does not know. */
const asReviewed = (finding: Finding): Finding => (finding.kind === 'not_in_image' ? { ...finding, kind: 'in_image' } : finding);

const isExpected = (error: unknown): boolean => [EntangledSettingsError, MalformedSettingsError, TooDeepError].some((kind) => error instanceof kind);

function replaced(text: SettingText, finding: Finding, value: string): string {
  const hits = hitsIn(text).filter((hit) => sameFinding(findingOf(finding.file, text, hit), finding));
  return hits.reduceRight((whole, { start, end }) => whole.slice(0, start) + value + whole.slice(end), text.text);
}

const listOfCommand = /^(?:command|args|argv|notify)$/;
const needed = /^(?:command|args|argv)$/;

/** What makes sense to be left out as a whole: a hook or server without its command is none. */
function entryOf(path: readonly Step[]): readonly Step[] {
  const list = path.at(-2);
  const whole = typeof path.at(-1) === 'number' && typeof list === 'string' && listOfCommand.test(list) ? path.slice(0, -1) : path;
  const last = whole.at(-1);
  return typeof last === 'string' && needed.test(last) && whole.length > 1 ? whole.slice(0, -1) : whole;
}
