import { describe, expect, test } from 'vitest';
import { changeSettings } from '../../electron/host/projection/settings/change-settings.ts';
import { reviewSettings } from '../../electron/host/projection/settings/review-settings.ts';
import type { Finding, FindingWay } from '../../shared/finding.ts';

type ChangingWay = Exclude<FindingWay, { way: 'accept' }>;

const drop: ChangingWay = { way: 'drop' };
const fix = (value: string): ChangingWay => ({ way: 'fix', value });

function findingIn(file: string, content: string, text?: string): Finding {
  const finding = reviewSettings(file, Buffer.from(content)).find((each) => text === undefined || each.text === text);
  if (!finding) throw new Error('nothing was found');
  return finding;
}

const change = (file: string, content: string, way: ChangingWay, text?: string) => changeSettings(Buffer.from(content), findingIn(file, content, text), way);

function changed(file: string, content: string, way: ChangingWay, text?: string): string {
  const result = change(file, content, way, text);
  if (!result.ok) throw new Error(result.refusal.says);
  return result.value.toString('utf8');
}

describe('JSON: only what was found is changed, byte by byte', () => {
  const settings = '{\n\t"id": 12345678901234567890, // kept\n\t"dir": "/home/me",\n\t"rate": 1.0,\n\t"last": "~/x"\n}\n';

  test('a fix', () => {
    expect(changed('a.json', settings, fix('/workspace/task'))).toBe(settings.replace('/home/me', '/workspace/task'));
  });

  test('a drop, in the middle and at the end', () => {
    expect(changed('a.json', settings, drop)).toBe(settings.replace('"dir": "/home/me",\n\t', ''));
    expect(changed('a.json', settings, drop, '~/x')).toBe(settings.replace(',\n\t"last": "~/x"', ''));
  });

  test('a drop of the only entry, and of one in a list', () => {
    expect(changed('a.json', '{ "a": "/home/me" }', drop)).toBe('{  }');
    expect(changed('a.json', '{"a":["x","/home/me","y"]}', drop)).toBe('{"a":["x","y"]}');
    expect(changed('a.json', '{"a":["x", "/home/me"]}', drop)).toBe('{"a":["x"]}');
  });

  test('a drop of a name takes what it names along', () => {
    expect(changed('a.json', '{"/home/me":{"b":[1,2]},"c":1}', drop)).toBe('{"c":1}');
  });

  test('of two equal entries of a list one is dropped', () => {
    expect(changed('a.json', '["/home/me","/home/me"]', drop)).toBe('["/home/me"]');
  });

  test('only the path within a command is replaced, what else it holds stays', () => {
    expect(changed('a.json', '{"command":"python3 /home/me/hook.py --key \\"a b\\""}', fix('/workspace/hook.py'), '/home/me/hook.py')).toBe('{"command":"python3 /workspace/hook.py --key \\"a b\\""}');
  });

  test('a replacement is written as text, whatever stands in it', () => {
    const value = 'a"b\\c","d":"e';

    expect(JSON.parse(changed('a.json', '{"dir":"/home/me"}', fix(value)))).toEqual({ dir: value });
  });
});

describe('a command is left out with what is nothing without it', () => {
  test('a hook, a server, a list of a program and its arguments', () => {
    const hooks = { hooks: { Stop: [{ hooks: [{ type: 'command', command: '/home/me/x' }, { type: 'command', command: 'true' }] }] } };
    expect(JSON.parse(changed('a.json', JSON.stringify(hooks), drop, '/home/me/x'))).toEqual({ hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } });

    const servers = { mcpServers: { one: { command: 'x', args: ['--dir', '/home/me'] }, two: { url: 'https://example.com' } } };
    expect(JSON.parse(changed('a.json', JSON.stringify(servers), drop, '/home/me'))).toEqual({ mcpServers: { two: { url: 'https://example.com' } } });

    expect(changed('a.toml', 'model = "m"\nnotify = ["python3", "/Users/me/notify.py"]\n', drop, '/Users/me/notify.py').trim()).toBe('model = "m"');
  });
});

describe('YAML keeps its comments and its order', () => {
  const settings = '# top\nb: 1 # one\na:\n  dir: /home/me # where\n  url: "http://localhost:1"\n';

  test('a fix and a drop', () => {
    expect(changed('a.yaml', settings, fix('/workspace'))).toBe(settings.replace('/home/me', '/workspace'));
    expect(changed('a.yaml', settings, drop, 'http://localhost:1')).toBe(settings.replace('  url: "http://localhost:1"\n', ''));
  });

  test('names that are numbers are found too', () => {
    expect(changed('a.yaml', '1:\n  2: /home/me\n', fix('/tmp'))).toBe('1:\n  2: /tmp\n');
  });

  test('what an alias needs is not taken away', () => {
    expect(change('a.yaml', 'a: &a /home/me\nb: *a\n', drop)).toMatchObject({ ok: false, refusal: { code: 'unsupported' } });
  });
});

describe('TOML keeps its values and their types', () => {
  test('a fix', () => {
    const settings = 'big = 9007199254740993\nrate = 1.0\nwhen = 1979-05-27T07:32:00Z\ndir = "/home/me"\n\n[x."a.b"]\nc = true\n';

    expect(changed('a.toml', settings, fix('/workspace')).trim()).toBe(settings.replace('/home/me', '/workspace').replace('07:32:00Z', '07:32:00.000Z').trim());
  });

  test('a name of the prototype is a name like others', () => {
    expect(changed('a.toml', '[__proto__]\npolluted = "/home/me"\n', fix('/tmp'))).toContain('polluted = "/tmp"');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

test('a line of a script is changed where it stands, with its own end', () => {
  expect(changed('a.sh', '#!/bin/sh\r\ncat /home/me/x /home/me/x\r\necho\n', fix('/workspace/x'), '/home/me/x')).toBe('#!/bin/sh\r\ncat /workspace/x /workspace/x\r\necho\n');
});

describe('what is refused', () => {
  test('a replacement that is itself a key', () => {
    expect(change('a.json', '{"a":"/home/me"}', fix(`sk-${'k'.repeat(30)}`))).toMatchObject({ ok: false, refusal: { code: 'bad_input' } });
  });

  test('a finding that is not there any more', () => {
    expect(changeSettings(Buffer.from('{}'), findingIn('a.json', '{"a":"/home/me"}'), drop)).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });
});

test('a secret can be left out, and its place fixed without knowing it', () => {
  expect(changed('a.json', '{"env":{"MY_TOKEN":"hunter22-hunter22","B":"1"}}', drop)).toBe('{"env":{"B":"1"}}');
  expect(changed('a.json', '{"env":{"MY_TOKEN":"hunter22-hunter22"}}', fix('$GRANTED'))).toBe('{"env":{"MY_TOKEN":"$GRANTED"}}');
});
