import path from 'node:path';
import { InlineScanWorker } from '#core/inspect/scan/scan-worker.ts';

/** The real worker; it writes down what was asked of it. */
export class CountedScans extends InlineScanWorker {
  readonly asked: { readonly name: string; readonly fromSegment: number | undefined }[] = [];

  override census(...args: Parameters<InlineScanWorker['census']>) {
    const [{ path: asked, fromSegment }] = args;
    this.asked.push({ name: path.basename(asked), fromSegment });
    return super.census(...args);
  }
}
