/** What to do when whoever started us is gone. */
const CHECK_MS = 500;

/**
 * Calls `end` when npm has been killed: the shell that npm runs us in does not pass signals on. Without npm, whoever starts us
 * may leave us running.
 */
export function whenNpmEnds(end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, CHECK_MS);
  timer.unref();
}
