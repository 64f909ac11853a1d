/** Prints what failed, the table and, as the last line, the sums. Gives back whether all is well. */
export function report(results) {
  results.flatMap((each) => (each.failures ?? []).map((failure) => ({ ...failure, stage: each.stage }))).forEach(printFailure);
  const header = ['stage', 'passed', 'failed', 'skipped', 'seconds', ''];
  const rows = results.map((each) => [each.stage, each.passed, each.failed, each.skipped, each.seconds.toFixed(1), each.note ?? '']);
  process.stdout.write(`\n${table([header, ...rows])}\n\n`);
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((key) => results.reduce((sum, each) => sum + each[key], 0));
  process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  return failed === 0 && passed > 0;
}

/** Once more at the end: whoever reads only the last page of a long run sees what to look for. */
function printFailure({ stage, title, message }) {
  process.stdout.write(`\nfailed in ${stage}: ${title}\n${message.map((line) => `    ${line}`).join('\n')}\n`);
}

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const line = (row) => row.map((cell, column) => pad(cell, widths[column], column)).join('  ').trimEnd();
  return rows.map(line).join('\n');
}

function pad(cell, width, column) {
  return column === 0 || column === 5 ? String(cell).padEnd(width) : String(cell).padStart(width);
}
