import { Input } from './read-input';
import { counted } from '../report/text';

const STDIN = '<stdin>';

/**
 * Messages for input without any object. Otherwise a pipeline whose first command failed, or that reads the wrong folder, would always pass, as it does
 * with kubeconform and kubectl. `--allow-empty` suppresses this.
 *
 * @param unusable messages about the input so far; if there are any, nothing more is said.
 */
export function nothingToCheck({ objects, findings, files, empty }: Input, unusable: readonly string[]): string[] {
  if (empty.includes(STDIN)) {
    return ['standard input is empty: did the command before it fail, or render nothing? "set -o pipefail" ends a pipe with its first failure; --allow-empty takes it for good'];
  }
  const isUnreadable = findings.some(({ id }) => id === 'AIW0005');
  if (objects.length > 0 || unusable.length > 0 || isUnreadable) {
    return [];
  }
  if (files.length === 0) {
    return ['nothing to check: the configuration ignores every file (--allow-empty takes that for good)'];
  }
  const skipped = findings.filter(({ id }) => id === 'AIW0008').map(({ file, message, help }) => `${file}: ${message.replace(/^Invalid value: |, so it was skipped$/g, '')}${help ? `; ${help}` : ''}`);
  const shown = skipped.length > MOST ? [...skipped.slice(0, MOST), `and ${skipped.length - MOST} more`] : skipped;
  return [`nothing to check: ${files.length === 1 ? `${files[0]} holds` : `${counted(files.length, 'file')} hold`} no Kubernetes object (--allow-empty takes that for good)`, ...shown];
}

const MOST = 5;
