/*
 * Panels as they are meant: what they show, in which unit. grafana-json.ts writes them as Grafana takes them.
 */

/** How Grafana writes numbers: its ids of units. Source: grafana packages/grafana-data/src/valueFormats/categories.ts */
export type Unit = 'short' | 'percentunit' | 'percent' | 's' | 'reqps' | 'cps' | 'bytes' | 'watt' | 'celsius' | 'none';

/** One query of a panel. */
export interface PanelQuery {
  readonly expr: string;
  /** What its lines are called: `{{pod}}`. */
  readonly legend: string;
}

export interface Panel {
  readonly title: string;
  /** What it tells, and when to worry. */
  readonly description: string;
  readonly unit: Unit;
  /** The end of the scale, where there is one. */
  readonly max?: number;
  readonly queries: readonly PanelQuery[];
}

/** Panels under one heading. */
export interface PanelRow {
  readonly title: string;
  /** One number each. */
  readonly numbers?: readonly Panel[];
  /** Lines over time. */
  readonly lines?: readonly Panel[];
}

/** A variable that a viewer may change. */
export interface Variable {
  readonly name: string;
  readonly label: string;
  /** A query of label values; without it one choice. */
  readonly query?: string;
  /** The one choice: its name, and what stands in queries. */
  readonly choice?: { readonly text: string; readonly value: string };
  /** Several at once, all of them first. */
  readonly isMulti?: boolean;
}

/** A dashboard as it is meant. */
export interface Dashboard {
  readonly title: string;
  readonly uid: string;
  readonly tags: readonly string[];
  readonly variables: readonly Variable[];
  readonly rows: readonly PanelRow[];
}
