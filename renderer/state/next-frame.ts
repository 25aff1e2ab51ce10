/** Resolves when the next frame is about to be drawn; what follows is drawn with it, and not in one go with what came before. */
export function nextFrame(): Promise<unknown> {
  return new Promise((drawn) => requestAnimationFrame(drawn));
}
