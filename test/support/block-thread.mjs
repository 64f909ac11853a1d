// A thread that runs the sources as they are: what a built console starts is built already.
import { register } from 'tsx/esm/api';

register();
await import('../../electron/host/ledger/verify/block-thread.ts');
