import { describe, expect, test } from 'vitest';
import { digestOfRepository, imageReferenceText, readImageReference } from '../../shared/image-reference.ts';
import { aDigest } from '../support/builders.ts';

const read = (text: string) => {
  const reference = readImageReference(text);
  if (typeof reference === 'string') throw new TypeError(reference);
  return reference;
};

describe('an image that is named to be pulled', () => {
  test.each([
    ['debian:12-slim', { registry: 'docker.io', repository: 'debian', tag: '12-slim' }],
    ['team/agent:1.0', { registry: 'docker.io', repository: 'team/agent', tag: '1.0' }],
    ['registry.example/team/agent:1', { registry: 'registry.example', repository: 'registry.example/team/agent', tag: '1' }],
    ['localhost/agent:1', { registry: 'localhost', repository: 'localhost/agent', tag: '1' }],
    ['127.0.0.1:5000/agent:1', { registry: '127.0.0.1:5000', repository: '127.0.0.1:5000/agent', tag: '1' }],
    [`registry.example/agent@${aDigest()}`, { registry: 'registry.example', repository: 'registry.example/agent', digest: aDigest() }],
  ])('%s says who is asked, and for what', (text, reference) => {
    expect(read(text)).toEqual(reference);
    expect(imageReferenceText(read(text))).toBe(text);
  });

  test('by tag and digest at once is named by its digest: a tag may be moved', () => {
    expect(read(`team/agent:1@${aDigest()}`)).toEqual({ registry: 'docker.io', repository: 'team/agent', digest: aDigest() });
  });

  test.each([
    ['debian', 'Name a tag or a digest'],
    ['127.0.0.1:5000/agent', 'Name a tag or a digest'],
    ['Debian:12', 'in lower case'],
    ['', 'repository:tag'],
    [':1', 'repository:tag'],
    ['a b:1', 'repository:tag'],
    ['../etc:1', 'repository:tag'],
    ['https://registry.example/agent:1', 'repository:tag'],
    ['agent:', 'A tag is'],
    ['agent:-x', 'A tag is'],
    ['agent@sha256:12', 'A digest is'],
    [`agent@${aDigest()}@${aDigest()}`, 'repository:tag'],
    [`${'a'.repeat(260)}:1`, 'at most 255'],
  ])('%s is refused, and it is said why', (text, why) => {
    expect(readImageReference(text)).toContain(why);
  });
});

test('a digest is the one that was given under this very repository', () => {
  const digests = [`registry.example/other@${aDigest(1)}`, `registry.example/agent@${aDigest(2)}`];

  expect(digestOfRepository(read('registry.example/agent:1'), digests)).toBe(aDigest(2));
  expect(digestOfRepository(read('agent:1'), digests)).toBeUndefined();
});
