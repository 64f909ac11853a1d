import { describe, expect, test, vi } from 'vitest';
import { mostSettingsBytes, reviewSettings } from '../../electron/host/projection/settings/review-settings.ts';

// Generous: a machine that is busy is no hang, and what is not bounded takes minutes.
vi.setConfig({ testTimeout: 60_000 });

const review = (file: string, content: string) => reviewSettings(file, Buffer.from(content, 'utf8'));

/** Place, kind and text of each finding, in short. */
const found = (file: string, content: string) =>
  review(file, content).map(({ place, kind, text }) => [place.at === 'line' ? place.line : place.at === 'file' ? 'file' : place.pointer, kind, text]);

const ofValue = (value: string) => found('a.json', JSON.stringify({ setting: value })).map(([, kind, text]) => [kind, text]);

describe('a value names what may not hold in a guest', () => {
  test.each<[string, string, string]>([
    ['/home/me/notes', 'host_path', '/home/me/notes'],
    ['/Users/me/My Things/x', 'host_path', '/Users/me/My Things/x'],
    ['/workspace/../home/me', 'host_path', '/workspace/../home/me'],
    ['//home//me', 'host_path', '//home//me'],
    ['C:\\Users\\me', 'host_path', 'C:\\Users\\me'],
    ['D:/work', 'host_path', 'D:/work'],
    ['\\\\server\\share\\x', 'host_path', '\\\\server\\share\\x'],
    ['Read(/home/me/**)', 'host_path', '/home/me/**'],
    ['file:///home/me/x', 'host_path', '/home/me/x'],
    ['unix:///var/run/docker.sock', 'host_path', '/var/run/docker.sock'],
    ['/usr/local/bin/tool', 'in_image', '/usr/local/bin/tool'],
    ['~', 'home_path', '~'],
    ['~/.config/x', 'home_path', '~/.config/x'],
    ['~other/x', 'home_path', '~other/x'],
    ['$HOME/x', 'home_path', '$HOME/x'],
    ['${HOME}/x', 'home_path', '${HOME}/x'],
    ['%USERPROFILE%\\x', 'home_path', '%USERPROFILE%\\x'],
    ['http://localhost:4318', 'loopback_url', 'http://localhost:4318'],
    ['http://api.localhost/x', 'loopback_url', 'http://api.localhost/x'],
    ['HTTP://127.0.0.1/x', 'loopback_url', 'HTTP://127.0.0.1/x'],
    ['http://127.9.9.9', 'loopback_url', 'http://127.9.9.9'],
    ['http://0x7f.1/', 'loopback_url', 'http://127.0.0.1'],
    ['http://2130706433/', 'loopback_url', 'http://127.0.0.1'],
    ['http://[::1]:80/x', 'loopback_url', 'http://[::1]/x'],
    ['http://[::ffff:127.0.0.1]/', 'loopback_url', 'http://[::ffff:7f00:1]'],
    ['redis://localhost:6379/0', 'loopback_url', 'redis://localhost:6379/0'],
    ['ws://host.docker.internal:1', 'loopback_url', 'ws://host.docker.internal:1'],
    ['http://localhost:${PORT}/x', 'loopback_url', 'http://localhost'],
    ['localhost:8080', 'loopback_url', 'localhost:8080'],
    ['localhost', 'loopback_url', 'localhost'],
    ['::1', 'loopback_url', '::1'],
  ])('%s', (value, kind, text) => {
    expect(ofValue(value)).toEqual([[kind, text]]);
  });

  test.each(['/workspace/task/x', '/state/home/.config', '/tmp/x', '/dev/null', 'https://example.com/home/me', 'https://localhost.example.com', 'http://console:8080/', 'and/or', 'a/b', './x', '../x', '/', '//', '~~', 'x~/y', '1:1', 'mylocalhost', 'notlocalhost.com', '@scope/name', 'application/json'])(
    'and %s does not', (value) => {
      expect(ofValue(value)).toEqual([]);
    },
  );

  test('each of several, in their order', () => {
    expect(ofValue('PATH=/home/me/bin:/usr/bin curl http://localhost:1/x ~/y')).toEqual([
      ['host_path', '/home/me/bin'], ['in_image', '/usr/bin'], ['loopback_url', 'http://localhost:1/x'], ['home_path', '~/y'],
    ]);
  });

  test('as a name too', () => {
    expect(found('config.toml', '[projects."/home/me/work"]\ntrust = "trusted"')).toEqual([['/projects/~1home~1me~1work', 'host_path', '/home/me/work']]);
    expect(review('config.toml', '[projects."/home/me/work"]\ntrust = "trusted"')[0]?.place.at).toBe('name');
  });
});

describe('hooks, interpreters and collectors', () => {
  test('are commands of this machine where they point at one of its paths', () => {
    const settings = { hooks: { Stop: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'python3 /home/me/hook.py --to ~/log' }] }] } };

    expect(found('settings.json', JSON.stringify(settings))).toEqual([
      ['/hooks/Stop/0/hooks/0/command', 'in_image', 'python3'],
      ['/hooks/Stop/0/hooks/0/command', 'host_command', '/home/me/hook.py'],
      ['/hooks/Stop/0/hooks/0/command', 'host_command', '~/log'],
    ]);
  });

  test('are to be in the image where they are only named: it is not claimed that they are', () => {
    expect(found('a.json', JSON.stringify({ mcpServers: { one: { command: 'npx', args: ['-y', 'tool'] } }, statusLine: { type: 'command', command: 'LEVEL=1 jq .x' }, apiKeyHelper: 'vault-key' }))).toEqual([
      ['/mcpServers/one/command', 'in_image', 'npx'], ['/statusLine/command', 'in_image', 'jq'], ['/apiKeyHelper', 'in_image', 'vault-key'],
    ]);
    expect(found('config.toml', 'notify = ["python3", "/Users/me/notify.py"]')).toEqual([['/notify/0', 'in_image', 'python3'], ['/notify/1', 'host_command', '/Users/me/notify.py']]);
  });
});

describe('a secret is found and never shown', () => {
  const key = `sk-${'k'.repeat(32)}`;

  test.each<[string, string]>([
    ['by its look', JSON.stringify({ header: `Bearer ${key}` })],
    ['by its look alone', JSON.stringify({ text: `ghp_${'a'.repeat(36)}` })],
    ['by its look in capitals', JSON.stringify({ text: `AKIA${'A'.repeat(16)}` })],
    ['by what it is called', JSON.stringify({ apiKey: 'k1-0123456789' })],
    ['by what it is called, in a list of servers', JSON.stringify({ servers: [{ token: '0123456789abcdef' }] })],
    ['by what it is called, as a password of plain words', JSON.stringify({ db: { password: 'correct-horse' } })],
    ['by the header it is sent in', JSON.stringify({ headers: { Authorization: 'Bearer 0123456789abcdef' } })],
    ['by the address it logs in at', JSON.stringify({ url: 'postgres://me:hunter22@db.example.org/x' })],
    ['by the variable it is the value of', JSON.stringify({ env: { SERVICE_TOKEN: 'hunter22-hunter22' } })],
  ])('%s', (_how, content) => {
    const findings = review('a.json', content);

    expect(findings.map(({ kind, text }) => [kind, text])).toEqual([['secret', 'not shown']]);
  });

  test.each<[string, string]>([
    ['a key of a keyboard', JSON.stringify({ key: 'ctrl+shift+k', keys: ['a'], keybindings: { submit: 'enter' } })],
    ['the name of a variable', JSON.stringify({ env_key: 'OPENAI_API_KEY', apiKey: 'OPENAI_API_KEY', bearer_token_env_var: 'GITHUB_PAT_TOKEN', token: '${env:TOKEN}', password: '$DB_PASSWORD' })],
    ['a number of tokens', JSON.stringify({ maxTokens: '200000', token_limit: '128k' })],
    ['words and what lies elsewhere', JSON.stringify({ token: 'keyword.control', auth: 'oauth', secret: 'op://vault/item', tokenType: 'Bearer', passwordPrompt: 'ask', apiKeyUrl: 'https://x.example.org/key' })],
  ])('%s is none', (_what, content) => {
    expect(review('a.json', content).filter(({ kind }) => kind === 'secret')).toEqual([]);
  });

  test('nor a key that is a name, a program or part of a path', () => {
    for (const value of [{ [key]: '/home/me' }, { command: key }, { a: [`/home/${key}`] }]) {
      const findings = review('a.json', JSON.stringify(value));
      expect(findings.map(({ kind }) => kind)).toContain('secret');
      expect(JSON.stringify(findings)).not.toContain(key);
    }
  });

  test('nor a login or a query in an address, or a key in a path', () => {
    const shown = JSON.stringify(review('a.json', JSON.stringify({ one: 'http://me:hunter22@localhost/x?token=hunter22', two: `/home/me/${key}?x=hunter22` })));

    expect(shown).toContain('http://localhost/x');
    expect(shown).toContain('"secret"');
    expect(shown).not.toContain('hunter22');
    expect(shown).not.toContain(key);
  });
});

describe('every form is read as what it is', () => {
  test('JSON with comments and commas at the end', () => {
    expect(found('settings.jsonc', '// "/home/no"\n{ "a": /* "/home/no" */ ["/home/yes",], }\n')).toEqual([['/a/0', 'host_path', '/home/yes']]);
  });

  test('YAML, an alias being looked at where it stands', () => {
    expect(found('a.yml', 'base: &base\n  dir: /home/me\nother: *base\nlist: [~/x, "no"]\n')).toEqual([['/base/dir', 'host_path', '/home/me'], ['/list/0', 'home_path', '~/x']]);
  });

  test('TOML, in tables and lists of them', () => {
    expect(found('a.toml', 'when = 2026-01-01\n[[server]]\nurl = "http://127.0.0.1:1"\n[server.env]\nDIR = "/srv/x"\n')).toEqual([['/server/0/url', 'loopback_url', 'http://127.0.0.1:1'], ['/server/0/env/DIR', 'host_path', '/srv/x']]);
  });

  test('scripts, line by line', () => {
    expect(found('hook.sh', '#!/bin/sh\n# nothing\ncat /home/me/x | curl -d @- http://localhost:9/\n')).toEqual([[1, 'in_image', '/bin/sh'], [3, 'host_path', '/home/me/x'], [3, 'loopback_url', 'http://localhost:9']]);
  });
});

describe('what cannot be read is a finding itself', () => {
  test.each<[string, string, string]>([
    ['a.json', '{ "a": 1,\n "b": }', 'line 2'],
    ['a.json', '', 'line 1'],
    ['a.json', '{"a":1} x', 'line 1'],
    ['a.json', '{"a":"\\x"}', 'line 1'],
    ['a.json', '{"a":truth}', 'line 1'],
    ['a.json', "{'a':1}", 'line 1'],
    ['a.yaml', 'a: 1\nb: [', 'line 2'],
    ['a.toml', 'a = 1\nb = ', 'line 2'],
  ])('%s: %j', (file, content, text) => {
    const [finding, ...others] = review(file, content);

    expect(finding).toMatchObject({ file, place: { at: 'file' }, kind: 'malformed' });
    expect(finding?.text).toContain(text.slice(0, 5));
    expect(others).toEqual([]);
  });

  test('and what stands there is not told', () => {
    for (const file of ['a.json', 'a.yaml', 'a.toml']) expect(JSON.stringify(review(file, 'a = "hunter22" hunter22 [ {'))).not.toContain('hunter22');
  });

  test('bytes that are no text', () => {
    expect(reviewSettings('state.db', Buffer.from([0xff, 0xfe, 0x00]))).toEqual([{ file: 'state.db', place: { at: 'file' }, kind: 'malformed', text: 'not UTF-8' }]);
  });
});

describe('hostile settings', () => {
  const bounded = (file: string, content: string) => {
    const begin = performance.now();
    const findings = review(file, content);
    expect(performance.now() - begin).toBeLessThan(15_000);
    return findings;
  };

  test('ten megabytes are not looked through', () => {
    expect(bounded('a.json', `{"a":"${'x'.repeat(10 * 1024 * 1024)}"}`)).toEqual([{ file: 'a.json', place: { at: 'file' }, kind: 'not_reviewed', text: 'more than 256 KiB' }]);
  });

  test.each<[string, string]>([
    ['a.json', '['.repeat(250_000)],
    ['b.json', '{"a":'.repeat(50_000)],
    ['a.yaml', '['.repeat(250_000)],
    ['b.yaml', `${'- '.repeat(2000)}x`],
    ['a.toml', `a = ${'['.repeat(250_000)}`],
    ['b.toml', `[${'a.'.repeat(100_000)}a]\nb = 1`],
  ])('%s, nested without end', (file, content) => {
    expect(bounded(file, content)).toMatchObject([{ place: { at: 'file' } }]);
  });

  test('an alias bomb is not unfolded', () => {
    const levels = Array.from({ length: 30 }, (_, level) => `l${level + 1}: &l${level + 1} [${Array.from({ length: 10 }, () => `*l${level}`).join(', ')}]`);

    expect(bounded('a.yaml', ['l0: &l0 /home/me', ...levels].join('\n'))).toMatchObject([{ kind: 'host_path', place: { pointer: '/l0' } }]);
  });

  test('names of the prototype are names like others', () => {
    const pollute = { json: '{"__proto__":{"polluted":"/home/me"},"constructor":{"prototype":{"polluted":"/home/me"}}}', yaml: '__proto__:\n  polluted: /home/me\n', toml: '[__proto__]\npolluted = "/home/me"\n' };

    for (const [form, content] of Object.entries(pollute)) expect(bounded(`a.${form}`, content).map(({ text }) => text)).toContain('/home/me');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('more findings than anybody decides become one about the file', () => {
    const findings = bounded('a.json', JSON.stringify(Array.from({ length: 15_000 }, (_, index) => `/home/${index}`)));

    expect(findings).toHaveLength(201);
    expect(findings.at(-1)).toEqual({ file: 'a.json', place: { at: 'file' }, kind: 'not_reviewed', text: 'more than 200 findings' });
  });

  test.each<[string, string]>([
    ['after more findings than are listed', JSON.stringify([...Array.from({ length: 300 }, (_, index) => `/home/${index}`), `sk-${'k'.repeat(32)}`])],
    ['in what cannot be read', `{"a": ]\n"sk-${'k'.repeat(32)}"`],
    ['in what is nested too deeply', `${'['.repeat(300)}"sk-${'k'.repeat(32)}"${']'.repeat(300)}`],
    ['at the beginning of what is too large', `{"a":"sk-${'k'.repeat(32)}","b":"${'x'.repeat(mostSettingsBytes)}"}`],
  ])('a key is told of beside the file as a whole: %s', (_where, content) => {
    const kinds = bounded('a.json', content).map(({ kind }) => kind);

    expect(kinds).toContain('secret');
    expect(kinds.some((kind) => kind === 'malformed' || kind === 'not_reviewed')).toBe(true);
  });

  test.each<[string, (size: number) => string]>([
    ['a.json', (size) => `{"a":"${'/'.repeat(size)}"}`],
    ['b.json', (size) => `{"a":"${'http://'.repeat(size / 7)}"}`],
    ['c.json', (size) => `{"a":"${'localhost:'.repeat(size / 10)}"}`],
    ['d.json', (size) => `{"a":"${'~'.repeat(size)}"}`],
    ['e.json', (size) => `{"command":"${'a=b '.repeat(size / 4)}"}`],
    ['f.json', (size) => `{"a":"${'eyJaaaaaaaaaaa.'.repeat(size / 15)}"}`],
    ['g.json', (size) => `[${'1,'.repeat(size / 2 - 10)}1]`],
    ['h.sh', (size) => '\n'.repeat(size)],
    ['i.sh', (size) => 'a'.repeat(size)],
    ['j.json', (size) => `/*${'*'.repeat(size)}`],
    ['k.yaml', (size) => Array.from({ length: size / 12 }, (_, index) => `k${index}: b\n`).join('')],
    ['o.toml', (size) => Array.from({ length: size / 14 }, (_, index) => `k${index} = "b"\n`).join('')],
    ['p.yaml', (size) => '? a\n'.repeat(size / 4)],
    ['q.toml', (size) => '[[a]]\n'.repeat(size / 6)],
    ['s.json', (size) => `{"a":"${'-eyJ'.repeat(size / 4)}"}`],
    ['t.json', (size) => `{"a":"${'http://;'.repeat(size / 8)}"}`],
    ['u.sh', (size) => `${' '.repeat(size)}x`],
    ['v.json', (size) => `{"command":"${' '.repeat(size)}x="}`],
    ['r.sh', (size) => '/a\n'.repeat(size / 3)],
    ['l.json', (size) => `{"a":"${'http://a@'.repeat(size / 9)}"}`],
    ['m.json', (size) => `{"a":"${'sk-'.repeat(size / 3)}"}`],
    ['n.json', (size) => `{"a":"${'-----BEGIN '.repeat(size / 11)}"}`],
  ])('%s takes no longer than its size', (file, content) => {
    bounded(file, content(mostSettingsBytes - 100));
  });

  test('places are kept short and legible', () => {
    const [finding] = bounded('a.json', JSON.stringify({ [`${'n'.repeat(100_000)}\u202e\ud800`]: `/home/\u202e${'x'.repeat(100_000)}` }));

    expect(finding?.text.length).toBeLessThan(1000);
    expect(finding?.text).toContain('\\u{202e}');
  });
});
