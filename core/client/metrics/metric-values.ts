/** Metrics by Java's name, e.g. `record-send-total`. */
export type MetricValues = { readonly [name: string]: number };
