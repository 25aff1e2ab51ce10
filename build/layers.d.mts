/** Types for `layers.mjs`. */
export declare const LAYERS: { readonly [folder: string]: readonly string[] };
export declare const NODE_FOLDERS: readonly string[];
