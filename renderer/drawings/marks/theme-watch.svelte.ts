/** Tells canvases when colours or fonts change: a canvas keeps pixels, not tokens. */
import { createSubscriber } from 'svelte/reactivity';

let version = 0;

const subscribe = createSubscriber((update) => {
  const changed = () => {
    version++;
    update();
  };
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'style', 'class'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', changed);
  document.fonts.addEventListener('loadingdone', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
    document.fonts.removeEventListener('loadingdone', changed);
  };
});

/** A number that changes when everything painted must be painted again. */
export function themeVersion(): number {
  subscribe();
  return version;
}
