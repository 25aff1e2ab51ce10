import path from 'node:path';
import { LAYERS } from '../../../build/layers.mjs';
import type { TextRule } from './text-rules.ts';

const IMPORT = /(?:from|import)\s+['"](\.[^'"]+|#core\/[^'"]+)['"]/g;

function folderOf(file: string): string | undefined {
  return Object.keys(LAYERS).find((folder) => file.startsWith(`${folder}/`));
}

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('#core/')) return `core/${specifier.slice('#core/'.length)}`;
  return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
}

/** Layers as text: also catches type-only imports inside components, which the layer tool does not see. */
export const importsRespectLayers: TextRule = (file) => {
  const from = folderOf(file.path);
  if (from === undefined) return [];
  const allowed: readonly string[] = [from, ...(LAYERS[from as keyof typeof LAYERS] as readonly string[])];
  return [...file.text.matchAll(IMPORT)].flatMap(([, specifier]) => {
    const to = folderOf(targetOf(file.path, specifier as string));
    return to === undefined || allowed.includes(to)
      ? []
      : [`${file.path}: ${from} may not import ${to} (${specifier})`];
  });
};

/** A border that is crossed is seen: imports across top-level folders of core start with #core/. */
export const bordersAreSpelled: TextRule = (file) => {
  const from = folderOf(file.path);
  if (from === undefined || !from.startsWith('core/')) return [];
  return [...file.text.matchAll(IMPORT)].flatMap(([, specifier]) => {
    const to = folderOf(targetOf(file.path, specifier as string));
    // What lies in no layer, such as package.json, has no border.
    if (to === undefined) return [];
    const crosses = to !== from;
    const isSpelled = (specifier as string).startsWith('#core/');
    return crosses === isSpelled
      ? []
      : [`${file.path}: write ${crosses ? '#core/…' : 'a relative path'} for ${specifier}`];
  });
};
