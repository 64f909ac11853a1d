export { NewWorkerView } from '../new-worker/NewWorkerView.tsx';
export { WorkerView } from '../worker/WorkerView.tsx';
export { EnvironmentsView } from '../environments/EnvironmentsView.tsx';
export { ExternalPage } from '../external/ExternalPage.tsx';
export { InboxView } from '../inbox/InboxView.tsx';
export { LedgerView } from '../ledger/LedgerView.tsx';
export { SettingsView } from '../settings/SettingsView.tsx';
