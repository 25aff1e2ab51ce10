/** Types for `fidelity.mjs`. */
export declare const FIDELITY: string;
export declare function renderFidelity(): string;
