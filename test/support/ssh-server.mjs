/**
 * A stand-in for `sshd` where installing one would open a port of the whole machine: the real protocol, for one key, and
 * nothing but streams to unix sockets and, as a jump host, to itself. `node ssh-server.mjs HOST-KEY AUTHORIZED-KEY PORT`
 */
import { readFileSync } from 'node:fs';
import net from 'node:net';
import ssh2 from 'ssh2';

const [hostKey, authorizedKey, port] = process.argv.slice(2);
const allowed = ssh2.utils.parseKey(readFileSync(authorizedKey));

const isAllowed = ({ method, key, signature, blob, hashAlgo }) =>
  method === 'publickey' && key.algo === allowed.type && key.data.equals(allowed.getPublicSSH()) && (!signature || allowed.verify(blob, signature, hashAlgo) === true);

function forward(accept, reject, to) {
  const far = net.connect(to);
  far.once('error', () => reject());
  far.once('connect', () => {
    const near = accept();
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    near.on('close', () => far.destroy());
    far.on('error', () => near.destroy());
  });
}

new ssh2.Server({ hostKeys: [readFileSync(hostKey)] }, (client) => {
  client.on('authentication', (asked) => (isAllowed(asked) ? asked.accept() : asked.reject(['publickey'])));
  client.on('openssh.streamlocal', (accept, reject, { socketPath }) => forward(accept, reject, socketPath));
  client.on('tcpip', (accept, reject, { destIP, destPort }) => (destIP === '127.0.0.1' && destPort === Number(port) ? forward(accept, reject, { host: destIP, port: destPort }) : reject()));
  client.on('error', () => undefined);
}).listen(Number(port), '127.0.0.1');
