/**
 * Outlives the lab by a moment, so that no producer does. The lab holds the other end of standard input and writes `+PID` and
 * `-PID` lines; when it is gone, however it went, the pipe ends, and every process still on the list is killed. A frozen process
 * could not notice by itself that its parent is gone.
 */
const pids = new Set<number>();
let rest = '';

process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const pid = Number(line.slice(1));
    if (line.startsWith('+')) pids.add(pid);
    else pids.delete(pid);
  }
});
process.stdin.on('close', () => {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Already gone: that is what we are here for.
    }
  }
  process.exit(0);
});
process.stdin.on('error', () => process.stdin.destroy());

// A terminal sends these to the whole group; the lab decides what they mean, and the pipe tells us.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.stdout.write('ready\n');
