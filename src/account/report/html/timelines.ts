import { html } from './escape';
import { ofParts, Statements } from './statements';
import { Timeline } from '../../account';
import { PlacedBar, placedBars, WHOLE } from '../layout';

/** Starts or stops below a heading, each with its bars. */
export function* timelinesOf(title: string, timelines: readonly Timeline[], statements: Statements): Generator<string> {
  if (timelines.length === 0) {
    return;
  }
  yield `<section><h3>${title}</h3>\n`;
  for (const timeline of timelines) {
    yield `<h4>${ofParts(timeline.parts)}${html(timeline.sum)}</h4>\n<ol class="time">\n`;
    yield* placedBars(timeline).map(placed => barOf(placed, statements));
    yield '</ol>\n';
    const below = [...(timeline.limit ? [timeline.limit] : []), ...timeline.notes];
    if (below.length > 0) {
      yield '<table class="facts">\n';
      yield* below.map(statement => statements.row(statement));
      yield '</table>\n';
    }
  }
  yield '</section>\n';
}

/** What nobody knows the length of is an outline. */
function barOf({ bar, from, to }: PlacedBar, statements: Statements): string {
  const { label, kind, seconds, text, findings } = bar;
  const [start, width] = [Math.round(from), Math.max(6, Math.round(to - from))];
  const x = Math.min(start, WHOLE - width);
  const look = seconds === undefined ? 'open' : `k-${kind}`;
  const drawing = `<svg viewBox="0 0 ${WHOLE} 10" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="${look}" x="${x}" y="1" width="${width}" height="8"/></svg>`;
  return `<li><span class="label">${html(label)}</span>${drawing}<span class="length${seconds === undefined ? ' quiet">not known' : `">${seconds} s`}</span><span class="text">${html(text)}${statements.findings(findings)}</span></li>\n`;
}
