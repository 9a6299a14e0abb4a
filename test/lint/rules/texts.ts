import * as fs from 'fs';
import { Finding } from '../../../src/base/findings/finding';

/** Set to write what is said: read what it changes. */
export const UPDATE = 'UPDATE_TEXTS';

/** A finding of a fixture, as a person reads it. */
export function textOf(fixture: string, { line, field = '', message, help, notes = [] }: Finding): string {
  const lines = [`${fixture}:${line} ${field}`, message, ...notes.map(note => `note: ${note}`), ...(help === undefined ? [] : [`help: ${help}`])];
  return `${lines.join('\n  ')}\n`;
}

/** The findings are those of a file, which `UPDATE_TEXTS=1` writes. */
export function expectTexts(file: string, texts: readonly string[]): void {
  const said = [...texts].sort().join('');
  if (process.env[UPDATE]) {
    fs.writeFileSync(file, said);
  }
  expect(said).toBe(fs.readFileSync(file, 'utf8'));
}
