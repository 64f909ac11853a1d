import { EngineUnderTest, tokenFor } from './support/engine-under-test.ts';
import { createReadStream, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import http from 'node:http';
const e = await EngineUnderTest.reach();
await e.buildImage();
const vol = await e.createVolume();
const id = await e.createContainer({ volumes: [{ name: vol, path: '/workspace' }] });
writeFileSync('/tmp/eng-200m', Buffer.alloc(200<<20, 7));
execFileSync('tar', ['cf', '/tmp/eng-200m.tar', '-C', '/tmp', 'eng-200m']);
await e.mutations.putArchive(tokenFor('deliver'), { container: id, folder: '/workspace' }, createReadStream('/tmp/eng-200m.tar', { highWaterMark: 1<<20 }));
const time = async (n, f) => { const s = performance.now(); const v = await f(); console.log(n, (performance.now()-s).toFixed(0)+'ms', v ?? ''); };
const sock = e.endpoint.replace('unix://','');
const raw = () => new Promise((res, rej) => http.get({ socketPath: sock, path: `/containers/${id}/archive?path=/workspace/eng-200m`, agent: false }, res).on('error', rej));
for (let i = 0; i < 4; i++) {
  await time('ours out', async () => { let n=0,k=0; for await (const c of await e.reader.archive(id, '/workspace/eng-200m')) {n+=c.length;k++}; return k; });
  await time('raw for await', async () => { let n=0,k=0; for await (const c of await raw()) {n+=c.length;k++}; return k; });
  await time('raw on data', async () => { const r = await raw(); let k = 0; r.on('data', c => k++); await new Promise(x => r.on('end', x)); return k; });
  await time('curl out', () => { execFileSync('sh', ['-c', `curl -s --unix-socket ${sock} 'http://x/containers/${id}/archive?path=/workspace/eng-200m' > /dev/null`]); });
}
await e.cleanUp();
