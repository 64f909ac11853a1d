import type { Endpoint } from '../../shared/ids.ts';
import { Fact } from './Facts.tsx';

interface Props {
  readonly label: string;
  readonly endpoint: Endpoint;
}

/** Which engine is meant, before something is done on it: two may have one label, and never one endpoint. */
export const EngineFact = ({ label, endpoint }: Props) => <Fact name="Engine">{label}<small><code>{endpoint}</code></small></Fact>;
