import { Dashboard, Panel, PanelQuery, Variable } from './panels';
import { PlainObject, compact } from '../../base/plain';

/*
 * A dashboard as Grafana takes it (schema version 42). Every field is one that Grafana's own library writes: a test builds the same dashboard with
 * @grafana/grafana-foundation-sdk and compares, another reads it with the strict reader of that library in Go. Nothing of it is a dependency of this one.
 */

const SCHEMA_VERSION = 42;
/** Of the grid, which is 24 wide. */
const WIDTH = 24;
const NUMBER = { w: 4, h: 4 } as const;
const LINES = { w: 8, h: 8 } as const;

export const DATA_SOURCE: PlainObject = { type: 'prometheus', uid: '${datasource}' };

interface Size {
  readonly w: number;
  readonly h: number;
}

interface Place extends Size {
  readonly x: number;
  readonly y: number;
}

type Render = (id: number, meant: Panel, at: Place) => PlainObject;

/** Source: grafana kinds/dashboard/dashboard_kind.cue */
export function dashboardJson({ title, uid, tags, variables, rows }: Dashboard): PlainObject {
  const panels: PlainObject[] = [];
  let y = 0;
  const place = (each: readonly Panel[], { w, h }: Size, render: Render) => {
    const beside = WIDTH / w;
    each.forEach((meant, index) => {
      panels.push(render(panels.length + 1, meant, { x: (index % beside) * w, y: y + Math.floor(index / beside) * h, w, h }));
    });
    y += Math.ceil(each.length / beside) * h;
  };
  rows.forEach(({ title: heading, numbers = [], lines = [] }) => {
    panels.push(row(panels.length + 1, heading, { x: 0, y, w: WIDTH, h: 1 }));
    y += 1;
    place(numbers, NUMBER, number);
    place(lines, LINES, timeSeries);
  });
  return {
    title,
    uid,
    tags: [...tags],
    timezone: 'browser',
    editable: true,
    graphTooltip: 1,
    fiscalYearStartMonth: 0,
    schemaVersion: SCHEMA_VERSION,
    time: { from: 'now-3h', to: 'now' },
    refresh: '1m',
    templating: { list: [dataSourceVariable(), ...variables.map(variable)] },
    annotations: {},
    panels,
  };
}

/** What the library writes of every variable. */
const OF_VARIABLES: PlainObject = { skipUrlSync: false, multi: false, allowCustomValue: true, includeAll: false, auto: false, auto_min: '10s', auto_count: 30 };

function dataSourceVariable(): PlainObject {
  return { ...OF_VARIABLES, type: 'datasource', name: 'datasource', label: 'Data source', query: 'prometheus' };
}

/** Asked again when the range changes, so that pods of that time are there. */
const ON_TIME_RANGE = 2;
const BY_NUMBERS_IN_NAMES = 7;

function variable({ name, label, query, choice, isMulti = false }: Variable): PlainObject {
  return compact({
    ...OF_VARIABLES,
    name,
    label,
    ...(query === undefined ? { type: 'custom', query: choiceText(choice!) } : { type: 'query', query, datasource: { ...DATA_SOURCE }, refresh: ON_TIME_RANGE, sort: BY_NUMBERS_IN_NAMES }),
    ...(isMulti ? { multi: true, includeAll: true, allValue: '.+', current: { text: 'All', value: '$__all' } } : { current: { ...choice } }),
  });
}

/** A comma separates choices. Source: grafana public/app/features/variables/custom/actions.ts */
export function choiceText({ text, value }: { readonly text: string; readonly value: string }): string {
  return `${text} : ${value.replace(/,/g, '\\,')}`;
}

function row(id: number, title: string, gridPos: Place): PlainObject {
  return { type: 'row', id, title, collapsed: false, panels: [], gridPos: { ...gridPos } };
}

function panel(id: number, type: string, { title, description }: Panel, gridPos: Place): PlainObject {
  return { type, id, title, description, transparent: false, repeatDirection: 'h', datasource: { ...DATA_SOURCE }, gridPos: { ...gridPos } };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function target({ expr, legend }: PanelQuery, index: number, isNow: boolean): PlainObject {
  return { refId: LETTERS[index], datasource: { ...DATA_SOURCE }, expr, legendFormat: legend, instant: isNow, range: !isNow };
}

function number(id: number, meant: Panel, gridPos: Place): PlainObject {
  return {
    ...panel(id, 'stat', meant, gridPos),
    options: {
      graphMode: 'none',
      colorMode: 'value',
      justifyMode: 'auto',
      textMode: 'auto',
      wideLayout: true,
      showPercentChange: false,
      percentChangeColorMode: 'standard',
      orientation: 'auto',
      reduceOptions: { calcs: ['lastNotNull'] },
    },
    fieldConfig: { defaults: compact({ unit: meant.unit, max: meant.max }), overrides: [] },
    targets: meant.queries.map((query, index) => target(query, index, true)),
  };
}

function timeSeries(id: number, meant: Panel, gridPos: Place): PlainObject {
  return {
    ...panel(id, 'timeseries', meant, gridPos),
    options: { legend: { displayMode: 'table', placement: 'bottom', showLegend: true, calcs: ['lastNotNull', 'max'] }, tooltip: { mode: 'multi', sort: 'desc' } },
    fieldConfig: { defaults: compact({ unit: meant.unit, min: 0, max: meant.max, custom: { fillOpacity: 10, lineWidth: 1, showPoints: 'never' } }), overrides: [] },
    targets: meant.queries.map((query, index) => target(query, index, false)),
  };
}
