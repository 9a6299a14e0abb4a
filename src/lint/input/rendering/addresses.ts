import * as fs from 'fs';
import { isObject } from '../../../base/plain';
import { readDocuments } from '../../../kubernetes/yaml/read';
import { folded } from '../go-keys';
import { contentOf } from '../paths';

/**
 * An address rather than a path, as far as one that is no file can be told by its form.
 *
 * Source: kustomize api/internal/git/repospec.go, api/internal/loader/fileloader.go IsRemoteFile (v0.19)
 */
const ADDRESS = /^(?:[a-z+]+:\/\/|git::|[\w.-]+@[\w.-]+:|(?:[\w-]+\.)+[a-z]+[:/][^/]+\/)|\?ref=/i;
/** Addresses that kustomize takes for such before it looks for a file. */
const FETCHED_FIRST = /^https?:/i;
/** Addresses that it takes for such before it looks for a folder. */
const CLONED_FIRST = /^(?:git::|[a-z+]+:\/\/|[\w.-]+@[\w.-]+:|(?:www\.)?github\.com[:/])/i;

/** Whether kustomize would fetch what an entry names, although the place may be there: folders may be called `https:` and `github.com`. */
export function isAddress(entry: string, place: string): boolean {
  if (FETCHED_FIRST.test(entry)) {
    return true;
  }
  const stat = fs.statSync(place, { throwIfNoEntry: false });
  return ADDRESS.test(entry) && (stat === undefined || (stat.isDirectory() && CLONED_FIRST.test(entry)));
}

/** Bytes of a configuration of a plugin, and levels of texts in texts. */
const LARGEST = 1024 * 1024;
const MOST_NESTED = 3;
/** An address at the beginning of a text, or of a path behind `key=`. */
const BEGINNING = /^(?:[^=\s]*=)?(?:[a-z+]+:\/\/|https?:|git::|[\w.-]+@[\w.-]+:|(?:www\.)?github\.com[:/])/i;
/** Texts that no plugin reads as a path. */
const NO_PATHS: ReadonlySet<string> = new Set(['annotations', 'labels', 'literals', 'commonannotations', 'commonlabels']);

/** The first address in the configuration of plugins, at any place: each plugin has fields of its own. */
export function addressIn(value: unknown, depth = 0): string | undefined {
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      const found = BEGINNING.test(next.trim()) ? next.trim() : /[\n{:]/.test(next) && depth < MOST_NESTED ? addressInText(Buffer.from(next), depth + 1) : undefined;
      if (found !== undefined && found !== '') {
        return found;
      }
    } else if (Array.isArray(next)) {
      next.forEach(each => pending.push(each ?? ''));
    } else if (isObject(next)) {
      Object.entries(next).filter(([key]) => !NO_PATHS.has(folded(key))).forEach(([, each]) => pending.push(each ?? ''));
    }
  }
  return undefined;
}

/** The same of a file; empty where it cannot be read. */
export function addressInFile(file: string): string | undefined {
  try {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    return stat === undefined ? undefined : stat.isFile() ? addressInText(contentOf(file, LARGEST), 0) : '';
  } catch {
    return '';
  }
}

function addressInText(text: Buffer, depth: number): string | undefined {
  for (const document of readDocuments(text, LARGEST)) {
    const found = 'value' in document ? addressIn(document.value, depth) : '';
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
