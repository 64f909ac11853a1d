import { parseSync } from 'vite';

/** One import, in whatever form it is written. */
export interface Import {
  /** Absent where it is computed. */
  readonly specifier: string | undefined;
  /** What is taken from the module, by the module's own names. */
  readonly names: readonly string[] | 'everything';
  readonly reexports: boolean;
}

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Every import of a file: static, dynamic, of types only, passed on, or for its side effect; and what only the compiler reads. */
export function importsOf(file: string, text: string): readonly Import[] {
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message ?? 'cannot be parsed'}`);
  const directives = comments.flatMap(({ value }) => directiveIn(value));
  return [...directives, ...nodesIn(program).flatMap(importIn)];
}

/** `/// <reference lib="dom" />` brings in what no import names. */
function directiveIn(comment: string): readonly Import[] {
  const [, specifier] = /^\/\s*<reference\s+(?:lib|types|path)\s*=\s*["']([^"']+)["']/.exec(comment) ?? [];
  return specifier === undefined ? [] : [{ specifier, names: 'everything', reexports: false }];
}

function importIn(node: Node): readonly Import[] {
  switch (node.type) {
    case 'ImportDeclaration': return [{ specifier: textOf(node['source']), names: namesIn(node['specifiers'], 'imported'), reexports: false }];
    case 'ExportNamedDeclaration': return isNode(node['source']) ? [{ specifier: textOf(node['source']), names: namesIn(node['specifiers'], 'local'), reexports: true }] : [];
    case 'ExportAllDeclaration': return [{ specifier: textOf(node['source']), names: 'everything', reexports: true }];
    case 'ImportExpression':
    case 'TSImportType': return [{ specifier: textOf(node['source']), names: 'everything', reexports: false }];
    case 'TSExternalModuleReference': return [{ specifier: textOf(node['expression']), names: 'everything', reexports: false }];
    case 'CallExpression': return isRequire(node['callee']) ? [{ specifier: textOf((node['arguments'] as unknown[])[0]), names: 'everything', reexports: false }] : [];
    default: return [];
  }
}

/** A default import and a namespace can reach whatever the module has. */
function namesIn(specifiers: unknown, field: 'imported' | 'local'): Import['names'] {
  const names = (specifiers as readonly Node[]).map((specifier) => (wholeModule.has(specifier.type) ? 'default' : nameOf(specifier[field])));
  return names.includes('default') ? 'everything' : names;
}

const wholeModule: ReadonlySet<string> = new Set(['ImportDefaultSpecifier', 'ImportNamespaceSpecifier']);

/** An identifier, or a name in quotes. */
const nameOf = (node: unknown): string => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : (textOf(node) ?? 'default'));

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  return node.type === 'TSLiteralType' ? textOf(node['literal']) : undefined;
}

const isRequire = (node: unknown): boolean => isNode(node) && node.type === 'Identifier' && node['name'] === 'require';

function nodesIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(nodesIn);
  return isNode(value) ? [value, ...inner] : inner;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
