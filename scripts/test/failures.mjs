import { stripVTControlCharacters } from 'node:util';

const linesOfEach = 14;
const lineLength = 300;

/** What failed in a report of vitest's: [{title, message}]. A file that cannot be loaded is named instead of its tests. */
export function failuresOfVitest(report) {
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (file.status === 'failed' && file.assertionResults.length === 0) return [failure(file.name, file.message)];
    return failed.map((test) => failure(test.fullName, test.failureMessages.join('\n')));
  });
}

/** What failed in a report of Playwright's: [{title, message}]. */
export function failuresOfPlaywright(report) {
  return report.suites.flatMap((suite) => failuresOfSuite(suite, ''));
}

function failuresOfSuite(suite, above) {
  const title = `${above}${suite.title} › `;
  const failed = suite.specs.filter((spec) => !spec.ok).map((spec) => failure(`${title}${spec.title}`, messagesOf(spec)));
  return [...failed, ...(suite.suites ?? []).flatMap((inner) => failuresOfSuite(inner, title))];
}

function messagesOf(spec) {
  return spec.tests
    .flatMap((test) => test.results)
    .flatMap((result) => result.errors)
    .map((error) => error.message ?? '')
    .join('\n');
}

/** The seed and the smallest example of a property stand in its message's first lines. */
function failure(title, message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n').filter((line) => !line.includes('/node_modules/'));
  return { title, message: lines.slice(0, linesOfEach).map((line) => line.slice(0, lineLength)) };
}
