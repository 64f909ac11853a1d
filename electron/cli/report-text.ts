import { countText } from '../../shared/quantities.ts';
import { describeBundleTrust, describeFinding, describeTrust, type Report } from '../host/ledger/verify/store-report.ts';
import { verdictOf, type Verdict } from '../host/ledger/verify/verdict.ts';
import { exitCodeOf, type Verified } from './outcome.ts';

const headlines: Readonly<Record<Verdict, string>> = {
  verified: 'consistent, and signed with a key that you named',
  consistent_signer_not_known: 'consistent, signer not known',
  consistent_not_signed: 'consistent, not signed',
  broken: 'broken',
};

/** For people. */
export function reportText({ kind, file, report, holder }: Verified): string {
  const lines = [
    `${file}: ${headlines[verdictOf(report)]}`,
    ...(report.verdict === 'broken' ? [describeFinding(report.finding), trustOf(kind, report)] : [countText(report.receipts, 'receipt')]),
    ...sealLines(report),
    ...report.notes,
    ...(holder === null ? [] : [`It is being written to meanwhile (${holder}): what was appended since is not part of this.`]),
    '',
    'Not shown by this:',
    ...limitsOf(kind, report).map((limit) => `- ${limit}`),
  ];
  return lines.map((line, index) => (index === 0 || line === '' ? line : `  ${line}`)).join('\n').concat('\n');
}

function sealLines({ seal }: Report): readonly string[] {
  if (!seal) return [];
  return [`ledger  ${seal.origin}, sealed at ${seal.size}`, `signer  ${seal.signer}${seal.isKnown ? '' : ' (compare it with what its owner tells you by another road, or name it with --key)'}`];
}

const trustOf = (kind: Verified['kind'], report: Report): string => (kind === 'bundle' ? describeBundleTrust(report) : describeTrust(report));

/** What nobody can find out this way. */
export const limitsOf = (kind: Verified['kind'], { seal }: Report): readonly string[] => [
  ...(seal ? ['that what a receipt says is true: the owner of the key can have lied from the start'] : ['who wrote it: whoever can write the file can have written all of it anew']),
  kind === 'bundle'
    ? 'that there are no other receipts: these were chosen'
    : 'that nothing was cut off the end before anything outside knew of it: compare with a checkpoint that was kept elsewhere (--checkpoint)',
  'when anything happened: the times are those of the console’s and the engine’s clocks',
];

/** For programs: the same, under names that do not change. */
export function reportJson({ kind, file, report, holder }: Verified): string {
  const verdict = verdictOf(report);
  const document = {
    v: 1,
    file,
    kind,
    verdict,
    exit: exitCodeOf(verdict),
    receipts: report.receipts,
    seal: report.seal,
    finding: report.verdict === 'broken' ? { ...report.finding, says: describeFinding(report.finding), trust: trustOf(kind, report) } : null,
    notes: report.notes,
    limits: limitsOf(kind, report),
    holder,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
