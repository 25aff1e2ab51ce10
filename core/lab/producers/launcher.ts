/** Operating system processes, as the lab sees them. core/host starts real ones. */
import type { Json } from '#core/observe/events.ts';

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface ProcessListener {
  onMessage(message: Json): void;
  /** A line of its own output, without the line end. */
  onLine(text: string, stream: 'stdout' | 'stderr'): void;
  /** Called once, after its last message and line. */
  onExit(exit: ProcessExit): void;
}

export interface LaunchedProcess {
  readonly osPid: number;
  /** A message to a frozen process waits for it; one to an ended process is lost. */
  send(message: Json): void;
  /**
   * Stops it in the middle of whatever it does; resolves when it has stopped.
   * Answers the state that the system shows (`T` on Linux), or null where it cannot be asked.
   */
  freeze(): Promise<string | null>;
  /** Lets it go on; resolves when it has left the stopped state. */
  thaw(): Promise<void>;
  /** Ends it at once, also when frozen. */
  kill(): void;
}

export interface ProcessLauncher {
  /** `signal`: SIGSTOP and SIGCONT. `pipe`: the process waits on a pipe; where there are no such signals. */
  readonly freezesBy: 'signal' | 'pipe';
  /** @throws the system's error (with `code`, e.g. EAGAIN) when the process cannot be started. */
  launch(listener: ProcessListener): Promise<LaunchedProcess>;
  /** Kills every process that still runs and resolves when they are gone. */
  close(): Promise<void>;
}
