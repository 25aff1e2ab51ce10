/** The lab of this application: it lives in the main process, and ends with it. */
import { app, MessageChannelMain, type WebContents } from 'electron';
import { serveWindow } from '#core/host/serve-window.ts';
import { type RunningLab, startLab } from '#core/host/start-lab.ts';
import { sayStartFailure } from './failure.ts';
import { dataDirectory } from './paths.ts';
import { LabStart } from './patience.ts';
import { portTransport } from './port-transport.ts';

export class LabHost {
  readonly #running: RunningLab;
  #isStopped = false;

  /** Starts the lab; when that cannot be done, says why and ends the application. */
  static async start(): Promise<LabHost | undefined> {
    const data = dataDirectory();
    try {
      const starting = new LabStart(data);
      const lab = startLab({ data, onRecovering: (recovering) => starting.note(recovering) });
      return new LabHost(await starting.askWhile(lab));
    } catch (error) {
      sayStartFailure(error, data);
      app.exit(1);
      return undefined;
    }
  }

  private constructor(running: RunningLab) {
    this.#running = running;
    app.on('before-quit', (event) => {
      if (this.#isStopped) return;
      event.preventDefault();
      void running.stop().finally(() => {
        this.#isStopped = true;
        app.quit();
      });
    });
  }

  /** Gives the page of a window a port to the lab: a new one each time it has loaded. */
  connect(contents: WebContents): void {
    let end: () => void = () => undefined;
    contents.on('did-finish-load', () => {
      end();
      const { port1, port2 } = new MessageChannelMain();
      end = serveWindow(this.#running, portTransport(port1));
      contents.postMessage('fencepost:port', null, [port2]);
    });
    contents.once('destroyed', () => end());
  }
}
