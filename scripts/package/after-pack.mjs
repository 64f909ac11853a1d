import { rmSync } from 'node:fs';
import path from 'node:path';

/** An Electron that stands in for the pinned one brings an app of its own, which starts folders; none of that is packaged. */
export default function afterPack({ appOutDir, electronPlatformName }) {
  if (electronPlatformName !== 'linux') return;
  rmSync(path.join(appOutDir, 'resources/app'), { recursive: true, force: true });
}
