/** A ratio, measured in several rounds. Not seconds, which depend on the machine more than on the library. */
export interface Figure {
  readonly what: string;
  readonly rounds: readonly number[];
  /** Upper limit of the median; absent for a figure that is only shown. */
  readonly limit?: number;
  readonly unit: 'x' | '%';
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function isWithinLimit(figure: Figure): boolean {
  return figure.limit === undefined || median(figure.rounds) <= figure.limit;
}

/** A Markdown table, which reads well in a terminal too. */
export function renderTable(figures: readonly Figure[]): string {
  const header = ['figure', 'min', 'median', 'max', 'at most'];
  const rows = figures.map(figure => [
    figure.what,
    ...[Math.min(...figure.rounds), median(figure.rounds), Math.max(...figure.rounds)].map(value => show(value, figure.unit)),
    figure.limit === undefined ? '' : show(figure.limit, figure.unit),
  ]);
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map(row => row[column].length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`).join(' | ')} |`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}

function show(value: number, unit: Figure['unit']): string {
  return unit === '%' ? `${value.toFixed(1)} %` : value.toFixed(2);
}
