import type { Requests } from '../../../shared/bridge.ts';
import { refusal } from '../../../shared/refusal.ts';
import { refused } from '../../../shared/result.ts';
import type { Desk } from '../desk.ts';
import { followUsage } from '../execution/follow-usage.ts';
import { OpenStreams } from '../open-streams.ts';
import { withBinding } from './worker-requests.ts';

/** One page shows one worker; a second is there while the window goes from one to the next. */
const mostOpen = 2;

export function usageRequests(desk: Desk): Pick<Requests, 'openUsage' | 'closeUsage'> {
  const streams = new OpenStreams(desk, mostOpen);
  return {
    openUsage: ({ binding, usage }) =>
      withBinding(desk, binding, async ({ spec, resources }) => {
        const container = resources.container.present?.value.id;
        if (container === undefined) return refused(refusal('not_found', 'This worker has no container, so nothing of it is used.', 'Go on with its preparation first.'));
        return streams.open(usage, spec, (reader, signal) => followUsage(reader, { usage, container, signal }, (notice) => desk.notify('usageRead', notice)));
      }),

    closeUsage: async ({ usage }) => streams.close(usage),
  };
}
