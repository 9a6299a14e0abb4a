import * as common from '@grafana/grafana-foundation-sdk/common';
import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import * as prometheus from '@grafana/grafana-foundation-sdk/prometheus';
import * as stat from '@grafana/grafana-foundation-sdk/stat';
import * as timeseries from '@grafana/grafana-foundation-sdk/timeseries';

/*
 * A dashboard as Grafana's own library writes it, from what another one shows: titles, places, units and queries. Nothing but these is read of it.
 */

const SOURCE = { type: 'prometheus', uid: '${datasource}' };

/* eslint-disable @typescript-eslint/no-explicit-any */
export function rebuilt(shown: any): unknown {
  const builder = new dashboard.DashboardBuilder(shown.title).uid(shown.uid).tags(shown.tags).editable().timezone('browser').refresh('1m')
    .time({ from: 'now-3h', to: 'now' }).tooltip(dashboard.DashboardCursorSync.Crosshair);
  shown.templating.list.forEach((each: any) => builder.withVariable(variable(each)));
  shown.panels.forEach((each: any) => builder.withPanel(each.type === 'row' ? new dashboard.RowBuilder(each.title).id(each.id).gridPos(each.gridPos) as never : panel(each)));
  return JSON.parse(JSON.stringify(builder.build()));
}

function variable({ type, name, label, query, current, multi }: any): any {
  if (type === 'datasource') {
    return new dashboard.DatasourceVariableBuilder(name).label(label).type('prometheus');
  }
  if (type === 'custom') {
    return new dashboard.CustomVariableBuilder(name).label(label).values(query).current(current);
  }
  const asked = new dashboard.QueryVariableBuilder(name).label(label).query(query).datasource(SOURCE).current(current)
    .refresh(dashboard.VariableRefresh.OnTimeRangeChanged).sort(dashboard.VariableSort.NaturalAsc);
  return multi ? asked.multi(true).includeAll(true).allValue('.+') : asked;
}

function panel({ type, id, title, description, gridPos, fieldConfig: { defaults }, targets }: any): any {
  const lines = type === 'timeseries';
  const made: any = lines ? new timeseries.PanelBuilder() : new stat.PanelBuilder();
  made.id(id).title(title).description(description).gridPos(gridPos).datasource(SOURCE).unit(defaults.unit);
  if (defaults.max !== undefined) {
    made.max(defaults.max);
  }
  if (lines) {
    made.min(0).fillOpacity(10).lineWidth(1).showPoints(common.VisibilityMode.Never)
      .legend(new common.VizLegendOptionsBuilder().displayMode(common.LegendDisplayMode.Table).placement(common.LegendPlacement.Bottom).showLegend(true).calcs(['lastNotNull', 'max']))
      .tooltip(new common.VizTooltipOptionsBuilder().mode(common.TooltipDisplayMode.Multi).sort(common.SortOrder.Descending));
  } else {
    made.graphMode(common.BigValueGraphMode.None).reduceOptions(new common.ReduceDataOptionsBuilder().calcs(['lastNotNull']));
  }
  targets.forEach(({ expr, legendFormat, refId }: any) => {
    const query = new prometheus.DataqueryBuilder().refId(refId).expr(expr).legendFormat(legendFormat).datasource(SOURCE);
    made.withTarget(lines ? query.range() : query.instant());
  });
  return made;
}
