import type { CpuMeter, CpuTime } from '#core/base/cpu-meter.ts';

/** Processor time of this process, all threads. */
export class NodeCpuMeter implements CpuMeter {
  usage(): CpuTime {
    const { user, system } = process.cpuUsage();
    return { userMs: user / 1000, systemMs: system / 1000 };
  }
}
