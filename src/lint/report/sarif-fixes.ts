import type { Fix as SarifFix, Region } from 'sarif';
import { uriOf } from './uri';
import { Finding } from '../../base/findings/finding';
import { Fix } from '../../base/findings/fix';
import { Placed, placeFixes } from '../fix/placed-fixes';
import { InputFile, UnusableInput } from '../input/paths';

/**
 * What to replace in the files, by fix. They are read again, but for standard input, which can be read once and which nobody can edit.
 *
 * Source: SARIF 2.1.0, 3.55 to 3.57
 */
export function sarifFixes(findings: readonly Finding[], files: readonly InputFile[]): ReadonlyMap<Fix, SarifFix> {
  const names = new Set(files.filter(({ isOnce }) => !isOnce).map(({ name }) => name));
  const { fixes, read } = placed(files, findings.filter(({ fix, file }) => fix !== undefined && file !== undefined && names.has(file)));
  const lines = new Map([...read].map(([name, { bytes }]) => [name, new Lines(bytes)]));
  return new Map(fixes.map(({ finding: { file }, fix, splice: { start, end, text } }) => [fix, {
    description: { text: 'key' in fix ? `rename it to ${text}` : `write ${text}` },
    artifactChanges: [{
      artifactLocation: { uri: uriOf(file!) },
      replacements: [{ deletedRegion: lines.get(file!)!.region(start, end), insertedContent: { text } }],
    }],
  }]));
}

/** A file that is gone since it was checked takes the fixes with it, not the report. */
function placed(files: readonly InputFile[], findings: readonly Finding[]): Pick<Placed, 'fixes' | 'read'> {
  try {
    return placeFixes(files, findings);
  } catch (error) {
    if (error instanceof UnusableInput) {
      return { fixes: [], read: new Map() };
    }
    throw error;
  }
}

const LINE_FEED = 0x0A;

/** Lines and columns of a file, both from 1; columns in UTF-16 code units. No fix goes over the end of a line. */
class Lines {
  private readonly starts: number[] = [0];

  constructor(private readonly bytes: Buffer) {
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
      this.starts.push(at + 1);
    }
  }

  public region(start: number, end: number): Region {
    const line = this.lineOf(start);
    return { startLine: line, startColumn: this.column(line, start), endLine: line, endColumn: this.column(line, end) };
  }

  private lineOf(offset: number): number {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      [low, high] = this.starts[middle] <= offset ? [middle, high] : [low, middle];
    }
    return low + 1;
  }

  private column(line: number, offset: number): number {
    return this.bytes.toString('utf8', this.starts[line - 1], offset).replace(/^\uFEFF/, '').length + 1;
  }
}
