import { arch, cpus, platform, totalmem } from 'node:os';
import type { MachineView } from '#core/lab-api/experiment-views.ts';

/** This machine, as measurements name it. */
export function describeMachine(): MachineView {
  const processors = cpus();
  return {
    cpuModel: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
    runtime: `Node ${process.versions.node}`,
    system: `${platform()} ${arch()}`,
  };
}
