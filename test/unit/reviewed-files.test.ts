import { describe, expect, test } from 'vitest';
import { isReviewed, reviewOf } from '../../electron/host/projection/reviewed-files.ts';

describe('a staged file', () => {
  test.each<[string, number, ReturnType<typeof reviewOf>]>([
    ['start', 0o755, 'if_shell'], ['bin/start', 0o700, 'if_shell'], ['notes', 0o644, null], ['tool.py', 0o755, null], ['.profile', 0o644, 'always'], ['x/RUN.SH', 0o644, 'always'],
  ])('of a startup, called %s with mode %o', (path, mode, extent) => {
    expect(reviewOf({ class: 'startup', path, mode })).toBe(extent);
  });

  test.each<[string, boolean]>([
    ['#!/bin/sh\n', true], ['#!/usr/bin/env bash\n', true], ['#! /usr/bin/env -S bash -e\n', true], ['#!/bin/zsh -f\n', true], ['#!/usr/bin/python3\n', false], ['\u007fELF', false], ['echo\n', false],
  ])('that may be run is a shell’s by its first line: %j', (content, expected) => {
    expect(isReviewed('if_shell', Buffer.from(content))).toBe(expected);
  });

  test.each<[string, boolean]>([
    ['{"hooks":{}}', true], ['mcpServers:\n  one: {}', true], ['[mcp_servers.one]', true], ['statusLine = "x"', true], ['{ "env" : {} }', true], ['{"permissions":{"allow":[]}}', true],
    ['{"paths":{"/users":{}}}', false], ['{"text":"commands and hooks"}', false], ['[]', false], ['', false],
  ])('of a skill is settings by what it names: %s', (content, expected) => {
    expect(isReviewed('if_settings', Buffer.from(content))).toBe(expected);
  });

  test.each(['a'.repeat(262_144), 'a-'.repeat(131_072), `a${' '.repeat(262_000)}`, 'a" '.repeat(87_000), 'a:'.repeat(131_072)])('is judged in no more time than it takes to read it', (content) => {
    const begin = performance.now();

    isReviewed('if_settings', Buffer.from(content));

    expect(performance.now() - begin).toBeLessThan(2_000);
  });
});
