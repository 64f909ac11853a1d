import type { ElectronApplication, Page } from '@playwright/test';
import { pagesOf, type Pages } from './pages/pages.ts';
import { answerChoosers } from './system-dialogs.ts';

export const reportPath = '/workspace/results/report.md';
export const sampleImageName = 'bailiwick/sample-worker:1';

export interface SampleWorker {
  readonly seat: string;
  readonly engine: string;
  readonly argv: readonly string[];
  /** Nothing of a worker is removed before each of these has left. */
  readonly results?: readonly string[];
  /** What it is joined to, as the form calls it. */
  readonly network?: string;
  /** Until when it is meant to be there, in the form's words. */
  readonly lifetime?: string;
}

/** A socket's label ends with these two parts of its path, whether or not the rest fits; a far machine has its name. */
export const engineLabel = (endpoint: string): string => (endpoint.startsWith('ssh://') ? new URL(endpoint).host : endpoint.split('/').slice(-2).join('/'));

/** The way of a worker as a person goes it, across the views. Every step is one that anybody can do by hand. */
export class Operator {
  readonly #app: ElectronApplication;
  readonly pages: Pages;

  constructor(app: ElectronApplication, page: Page) {
    this.#app = app;
    this.pages = pagesOf(page);
  }

  async addEngine(endpoint: string): Promise<void> {
    const { frame, environments } = this.pages;
    await frame.go('Environments');
    await environments.add(endpoint);
    await environments.buildSampleImageIfAbsent();
  }

  /** Asks for a sample worker that brings back its report, and stays on its page. */
  async askForWorker({ seat, engine, argv, results = [reportPath], network, lifetime }: SampleWorker): Promise<void> {
    const { frame, newWorker, worker } = this.pages;
    await frame.go('Workers');
    await newWorker.open();
    const choices = { ...(network !== undefined && { network }), ...(lifetime !== undefined && { lifetime }) };
    await newWorker.fillIn({ engine: engineLabel(engine), image: sampleImageName, seat, argv, results, limits: { cpus: '0.5', mebibytes: '64', processes: '64' }, ...choices });
    await newWorker.prepare();
    await worker.heading(seat).waitFor();
    await worker.state('Prepared, nothing delivered yet').waitFor();
  }

  async openWorker(seat: string): Promise<void> {
    await this.pages.frame.go('Workers');
    await this.pages.workers.open(seat);
  }

  async stage(folder: string): Promise<void> {
    const { worker } = this.pages;
    await answerChoosers(this.#app, folder);
    await worker.open('Projection');
    await worker.projection.chooseFolder();
    await worker.projection.stageFolder();
    await worker.projection.manifest.waitFor();
  }

  /** What was staged for another worker before, without the system's chooser. */
  async stageAgain(choice: string): Promise<void> {
    const { worker } = this.pages;
    await worker.open('Projection');
    await worker.projection.chooseAgain(choice);
    await worker.projection.stageFolder();
    await worker.projection.manifest.waitFor();
  }

  async deliver(): Promise<void> {
    const { worker } = this.pages;
    await worker.projection.deliver();
    await worker.state('Delivered, not launched').waitFor();
  }

  async launch(): Promise<void> {
    const { worker } = this.pages;
    await worker.open('Summary');
    await worker.summary.launch();
    await worker.summary.logLines.waitFor();
  }

  /** Ends on the worker's results. */
  async chooseExportFolder(exportFolder: string): Promise<void> {
    const { worker } = this.pages;
    await answerChoosers(this.#app, exportFolder);
    await worker.open('Artifacts');
    await worker.artifacts.chooseExportFolder();
    await worker.artifacts.exportsGoTo(exportFolder).waitFor();
  }

  async exportReport(exportFolder: string): Promise<void> {
    const { worker } = this.pages;
    await this.chooseExportFolder(exportFolder);
    await worker.artifacts.export(reportPath);
    await worker.artifacts.hash(reportPath).waitFor();
  }

  /** One step of the teardown, confirmed. */
  async takeBack(step: number): Promise<void> {
    const { custody } = this.pages.worker;
    await custody.begin(step);
    await custody.confirm();
    await custody.verified(step).waitFor();
  }
}
