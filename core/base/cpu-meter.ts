/** Processor time that a process has used, in milliseconds, since its start. */
export interface CpuTime {
  /** In its own code. */
  readonly userMs: number;
  /** In the system on its behalf. */
  readonly systemMs: number;
}

/** Asks the machine for the processor time of the process that runs this code. */
export interface CpuMeter {
  usage(): CpuTime;
}
