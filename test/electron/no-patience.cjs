/** What would be done in half a minute is done now. */
const later = globalThis.setTimeout;

globalThis.setTimeout = (task, ms, ...args) => later(task, ms === 30_000 ? 0 : ms, ...args);
