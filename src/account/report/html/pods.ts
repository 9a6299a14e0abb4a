import { html } from './escape';
import { PodCell, PodRow, Range, WorkloadAccount } from '../../account';
import { countedRange, rangeInWords } from '../../pods/range';
import { counted } from '../../said';
import { runsOf } from '../layout';
import { namesInWords } from '../words';

/** How many parts have a look of their own; further ones share them. */
const LOOKS = 6;

/** The pods of a workload: a row for each group, zone or set, those of one zone together. */
export function* podsOf({ rows, parts, unlisted }: WorkloadAccount): Generator<string> {
  if (rows.length === 0) {
    return;
  }
  const looks = new Map(parts.map(({ name }, index) => [name, `p${index % LOOKS}`]));
  yield '<section class="wide"><h3>Pods</h3>\n<ul class="legend">';
  yield* parts.map(({ name, pods }) => `<li class="${looks.get(name)}"><bdi>${html(name)}</bdi>${pods === undefined ? '' : `: ${html(countedRange(pods, 'pod'))}`}</li>`);
  yield '</ul>\n<dl class="pods">\n';
  let zone: string | undefined;
  for (const row of byZone(rows)) {
    if (row.zone !== zone && row.zone !== undefined) {
      yield `<dt class="zone">${html(row.zone)}</dt>\n`;
    } else if (row.zone !== zone) {
      yield '<dt class="zone">in no zone of its own</dt>\n';
    }
    zone = row.zone;
    yield rowOf(row, looks);
  }
  yield '</dl>\n';
  yield unlisted > 0 ? `<p class="quiet">${counted(unlisted, 'more pod')}</p>\n` : '';
  yield '</section>\n';
}

/** Zones in their order; what is bound to none comes last. */
function byZone(rows: readonly PodRow[]): PodRow[] {
  const key = ({ zone }: PodRow) => (zone === undefined ? '1' : `0${zone}`);
  return [...rows].sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
}

function rowOf({ label, cells }: PodRow, looks: ReadonlyMap<string, string>): string {
  const names = runsOf(cells).map(({ cells: own }) => namesInWords(own)).filter(each => each !== '').join('; ');
  const boxes = cells.map(cell => `<li class="${looks.get(cell.part) ?? 'p0'}"><span class="hidden-text">${html(cell.part)} </span>${html(cellText(cell))}</li>`).join('');
  return `<dt><bdi>${html(label)}</bdi></dt><dd><ul class="cells">${boxes}</ul><span class="names"><bdi>${html(names)}</bdi></span></dd>\n`;
}

function cellText({ index, count, name }: PodCell): string {
  return count !== undefined ? countText(count) : index !== undefined ? String(index) : name === undefined ? '1 pod' : 'pod';
}

function countText(count: Range): string {
  return count.least === 0 && count.most === undefined ? 'any number of pods' : `${rangeInWords(count)} pods`;
}
