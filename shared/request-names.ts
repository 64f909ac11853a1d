import type { Notices, Requests } from './bridge.ts';

const requests = {
  frame: true, listEngines: true, addEndpoint: true, forgetEndpoint: true, chooseCertificates: true, openEngine: true, listEnvironments: true, listThings: true, openExternal: true, attach: true, leave: true, runExternalStep: true,
  release: true, releaseAnew: true, writeRelease: true, chooseRelease: true, takeOver: true, takeOverAttached: true,
  startPrivateEngine: true, stopPrivateEngine: true, readHeadroom: true, readImageCommand: true, buildSampleImage: true, pullImage: true, planImageRemoval: true, removeImage: true, listWorkers: true, openWorker: true,
  prepareWorker: true, readEarlierWorker: true, continuePreparation: true, chooseSources: true, listSelections: true, stageSelection: true, decideFinding: true, deliver: true,
  readManifest: true, compareStaged: true, lookForIngestion: true, launch: true, observe: true, openLog: true, closeLog: true, openUsage: true, closeUsage: true, listGuestFiles: true, previewGuestFile: true,
  chooseExportFolder: true, exportArtifact: true, checkPublished: true, planTeardown: true, runTeardownStep: true, lookAgain: true,
  listInbox: true, closeAttempt: true, reanchor: true, keepWorker: true, waiveArtifact: true, keys: true, sealKeys: true, unlockKeys: true,
  listReceipts: true, goOnIndexing: true, openReceipt: true, verifyLedger: true, exportBundle: true, reopenLedger: true, listBackups: true, restoreBackup: true, openOtherDataFolder: true,
  settings: true, setTheme: true, setNetworkPool: true, backUpLedger: true, chooseCheckpointFolder: true, endCheckpointCopies: true, cancelTask: true, copyText: true,
} as const satisfies Record<keyof Requests, true>;

const notices = { ledgerGrew: true, frameChanged: true, engineChanged: true, indexChanged: true, taskChanged: true, logLines: true, usageRead: true } as const satisfies Record<keyof Notices, true>;

/** Every name that may cross; a request without an entry does not compile. */
export const requestNames = Object.keys(requests) as readonly (keyof Requests)[];
export const noticeNames = Object.keys(notices) as readonly (keyof Notices)[];
