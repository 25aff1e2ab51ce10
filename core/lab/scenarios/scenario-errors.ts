/** A scenario cannot go on: what it was about to watch did not come. */
export class ScenarioFailure extends Error {
  override readonly name = 'ScenarioFailure';
}

/** A person stopped it, or it is over: what is still under way does nothing more. */
export class ScenarioCancelled extends Error {
  override readonly name = 'ScenarioCancelled';
}
