import { app } from 'electron';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = path.resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.');
const { main, name, productName, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
app.setAppPath(folder);
app.setName(productName ?? name);
app.setVersion(version);

// Awaited, so that the app's own code still runs before Electron is ready.
await import(pathToFileURL(path.join(folder, main)).href);
