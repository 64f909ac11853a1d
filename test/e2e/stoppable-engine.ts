import http from 'node:http';

/** An engine that the test run starts and stops when it is asked to: whoever tests the window may not do it. */
export class StoppableEngine {
  readonly endpoint: string;
  readonly #control: string;

  private constructor(endpoint: string, control: string) {
    this.endpoint = endpoint;
    this.#control = control;
  }

  /** Absent where the run has no engine that it may stop. */
  static ofThisRun(): StoppableEngine | undefined {
    const endpoint = process.env['BAILIWICK_TEST_STOPPABLE_ENGINE'];
    const control = process.env['BAILIWICK_TEST_ENGINE_CONTROL'];
    return endpoint && control ? new StoppableEngine(endpoint, control) : undefined;
  }

  /** Answers when the engine does. */
  start(): Promise<void> {
    return this.#ask('start');
  }

  /** Answers when the engine’s process is gone. */
  stop(): Promise<void> {
    return this.#ask('stop');
  }

  #ask(what: 'start' | 'stop'): Promise<void> {
    return new Promise((resolve, reject) => {
      const call = http.request({ socketPath: this.#control, method: 'POST', path: `/${what}` }, (response) => {
        let says = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          says += chunk;
        });
        response.on('end', () => (response.statusCode === 204 ? resolve() : reject(new Error(`the engine did not ${what}: ${says}`))));
      });
      call.on('error', reject);
      call.end();
    });
  }
}
