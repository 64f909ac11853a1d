import type { EngineRow } from '../../../shared/bridge-values.ts';
import type { Requests } from '../../../shared/bridge.ts';
import { endpointTyped } from '../../../shared/endpoint.ts';
import { endpointSchema, type Endpoint } from '../../../shared/ids.ts';
import { holdersOn, holderText } from '../../../shared/private-engine.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { Desk } from '../desk.ts';
import { isOverTls } from '../engine-words.ts';
import { inChosenFolder } from './chosen-folder.ts';

type Names = 'listEngines' | 'addEndpoint' | 'forgetEndpoint' | 'chooseCertificates';

/** Which engines there are, and which the operator takes up. */
export function endpointRequests(desk: Desk): Pick<Requests, Names> {
  const { directory, journal } = desk;
  return {
    async listEngines() {
      directory.rescan();
      return directory.listing();
    },

    async addEndpoint({ path }) {
      const parsed = endpointSchema.safeParse(endpointTyped(path));
      if (!parsed.success) return refused(notAnEndpoint(path, parsed.error.issues[0]?.message ?? ''));
      const certificates = directory.found(parsed.data)?.certificates;
      if (certificates !== undefined) desk.settings.withCertificates(parsed.data, certificates);
      desk.settings.withEndpoint(parsed.data);
      directory.rescan();
      return rowAt(desk, parsed.data);
    },

    async forgetEndpoint({ endpoint }) {
      const [holder] = holdersOn(journal.world, { endpoint });
      if (holder) return refused(refusal('blocked', `${holderText(holder)} is on this engine.`, 'Take back first what is this console’s on it, or release it.'));
      desk.settings.withoutEndpoint(endpoint);
      directory.forget(endpoint);
      return ok(null);
    },

    async chooseCertificates({ endpoint }) {
      if (!isOverTls(endpoint)) return refused(refusal('bad_input', `${endpoint} is not reached over TLS.`, 'Only https:// endpoints have certificates.'));
      return inChosenFolder(desk.surroundings, 'certificates', (folder) => {
        desk.settings.withCertificates(endpoint, folder);
        directory.redial(endpoint);
        return rowAt(desk, endpoint);
      });
    },
  };
}

/** What was typed is not said again: it may hold a password. */
const notAnEndpoint = (typed: string, why: string): Refusal =>
  refusal('bad_input', typed.includes('@') ? `This is no endpoint: ${why}.` : `“${typed}” is no endpoint: ${why}.`, 'Type an absolute path as in /run/user/1000/docker.sock, ssh://user@host, or https://host:2376.');

function rowAt({ directory }: Desk, endpoint: Endpoint): Result<EngineRow> {
  const row = directory.row(endpoint);
  return row ? ok(row) : refused(refusal('not_found', 'The engine was forgotten meanwhile.', 'Add it again.'));
}
