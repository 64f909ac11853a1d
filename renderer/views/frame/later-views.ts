import { lazy } from 'react';

/** What the first view need not wait for: one file, read as soon as that stands. Whoever goes to another view finds it there. */
export const readLaterViews = () => import('./read-later.ts');

export const NewWorkerView = lazy(async () => ({ default: (await readLaterViews()).NewWorkerView }));
export const WorkerView = lazy(async () => ({ default: (await readLaterViews()).WorkerView }));
export const EnvironmentsView = lazy(async () => ({ default: (await readLaterViews()).EnvironmentsView }));
export const ExternalPage = lazy(async () => ({ default: (await readLaterViews()).ExternalPage }));
export const InboxView = lazy(async () => ({ default: (await readLaterViews()).InboxView }));
export const LedgerView = lazy(async () => ({ default: (await readLaterViews()).LedgerView }));
export const SettingsView = lazy(async () => ({ default: (await readLaterViews()).SettingsView }));
