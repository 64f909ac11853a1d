import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

// A process of its own for each file, so that one's garbage does not slow down the next.
const [file, contextJson, rowsFile] = process.argv.slice(2);
const { default: bench } = await import(pathToFileURL(file).href);
const rows = await bench(JSON.parse(contextJson));
writeFileSync(rowsFile, JSON.stringify(rows));
process.exit(0);
