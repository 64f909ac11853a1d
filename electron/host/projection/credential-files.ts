import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { printable } from './safe-path.ts';
import { isSecretVariable } from './secret-names.ts';
import { holdsKeyShape, holdsLogin } from './secret-shapes.ts';

/** Files that log somebody in, by what they are to the tool that keeps them. */
export type CredentialKind = 'login' | 'ssh' | 'keyring' | 'netrc' | 'git' | 'cloud' | 'forge' | 'registry' | 'environment' | 'private_key';

/** What a path alone tells: nothing, that it is a credential, or that its content has to be looked at. */
export type CredentialSign = { readonly certain: true; readonly kind: CredentialKind } | { readonly certain: false; readonly kind: CredentialKind; readonly holds: (text: string) => boolean };

const certain = (kind: CredentialKind): CredentialSign => ({ certain: true, kind });
const ifHolds = (kind: CredentialKind, holds: (text: string) => boolean): CredentialSign => ({ certain: false, kind, holds });

/** Logins that are kept in the file itself; a credential helper’s name is none. What cannot be read may hold one. */
function holdsRegistryLogin(text: string): boolean {
  try {
    const { auths } = Object(JSON.parse(text)) as { readonly auths?: unknown };
    return Object.values(Object(auths) as object).some((login) => Object.values(Object(login) as object).some((value) => typeof value === 'string' && value !== ''));
  } catch {
    return true;
  }
}

const holdsKeyOrLogin = (text: string): boolean => holdsKeyShape(text) || holdsLogin(text);

const registryToken = /^[^#;\r\n]*?\b(?:_?auth(?:token|ident)?|_password|password|npmAuthToken|npmAuthIdent|token)\b\s*[=:]\s*(.+)$/gim;

const holdsRegistryToken = (text: string): boolean => holdsKeyOrLogin(text) || [...text.matchAll(registryToken)].some(([, value = '']) => isSecretVariable('token', bare(value)));

/** With a colon only where the name is a variable's: programs are written like that. */
const assignment = /^[ \t]*(?:export[ \t]+)?(?:([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=|([A-Z][A-Z0-9_]*)[ \t]*:)(.*)$/gm;

const holdsSecretAssignment = (text: string): boolean =>
  holdsKeyOrLogin(text) || [...text.matchAll(assignment)].some(([, set, named = '', value = '']) => isSecretVariable(set ?? named, bare(value)));

/** What logs in a program or a service account is called so in its file. */
const loginMember = /"(?:client_?secret|refresh_?token|access_?token|id_?token|private_?key|password)"\s*:\s*"[^"]/i;

const holdsLoginMember = (text: string): boolean => holdsKeyShape(text) || loginMember.test(text);

const bare = (value: string): string => value.replace(/\s#.*$/, '').trim().replace(/^(["'])(.*)\1$/, '$2');

/** Paths end with a name and are in lower case, as some systems take both for the same. */
const signs: readonly (readonly [RegExp, CredentialSign])[] = [
  [/\/\.ssh\//, certain('ssh')],
  [/\/\.gnupg\//, certain('keyring')],
  [/\/(?:auth\.json|\.credentials\.json|oauth_creds\.json)$/, certain('login')],
  [/\/github-copilot\/(?:apps|hosts)\.json$/, certain('login')],
  [/\/(?:[._]netrc|\.pgpass)$/, certain('netrc')],
  [/\/(?:\.git-credentials|git\/credentials)$/, certain('git')],
  [/\/(?:\.gitconfig|\.git\/config)$/, ifHolds('git', holdsKeyOrLogin)],
  [/\/\.aws\/(?:credentials|config|(?:sso|cli)\/cache\/.+)$/, certain('cloud')],
  [/\/(?:application_default_credentials\.json|\.azure\/.*token.*|\.kube\/config|\.vault-token|\.terraform\.d\/credentials\.tfrc\.json)$/, certain('cloud')],
  [/\/gcloud\/(?:credentials|access_tokens)\.db$/, certain('cloud')],
  [/\/gh\/hosts\.ya?ml$/, certain('forge')],
  [/\/\.cargo\/credentials(?:\.toml)?$/, certain('registry')],
  [/\/\.docker\/config\.json$/, ifHolds('registry', holdsRegistryLogin)],
  [/\/\.(?:npmrc|pypirc|yarnrc(?:\.yml)?)$/, ifHolds('registry', holdsRegistryToken)],
  [/\/(?:\.env(?:rc)?(?:[._-][^/]*)?|[^/]+\.env(?:[._-][^/]*)?)$/, ifHolds('environment', holdsSecretAssignment)],
  [/\/(?:credentials|token|client_secret[^/]*|[^/]*service[-_]?account[^/]*)\.json$/, ifHolds('private_key', holdsLoginMember)],
  [/\/(?:\.claude\.json|id_[a-z0-9]+|[^/]+\.(?:pem|key|p8))$/, ifHolds('private_key', holdsKeyShape)],
];

/** Judges by its absolute path, with forward slashes: a folder on the way counts, also one above what was chosen. */
export function credentialSignOf(path: string): CredentialSign | null {
  const lowered = path.replaceAll('\\', '/').toLowerCase();
  return signs.find(([pattern]) => pattern.test(lowered))?.[1] ?? null;
}

/** More than this of a file that may hold a credential is not looked at: it is refused instead. */
export const mostCredentialBytes = 256 * 1024;

export const refusalOfCredential = (path: string, kind: CredentialKind): Refusal =>
  refusal('unsafe_file', `“${printable(path)}” ${describeCredential(kind)}, and credentials are never staged.`, 'Choose without it, and use a grant: with one the worker can use the credential without being given the file.');

export const refusalOfUnread = (path: string): Refusal =>
  refusal('unsafe_file', `“${printable(path)}” has the name of a file that may hold credentials, and is too large to be looked through.`, 'Choose without it; for a credential use a grant.');

function describeCredential(kind: CredentialKind): string {
  switch (kind) {
    case 'login': return 'is the login of an authenticated home';
    case 'ssh': return 'lies in a folder of SSH keys and hosts';
    case 'keyring': return 'lies in a keyring';
    case 'netrc': return 'holds logins for hosts';
    case 'git': return 'holds logins for git';
    case 'cloud': return 'is a login for a cloud account';
    case 'forge': return 'is a login for a code host';
    case 'registry': return 'holds a login for a package or image registry';
    case 'environment': return 'sets a variable that is a key or a password';
    case 'private_key': return 'holds a private key or a token';
  }
}
