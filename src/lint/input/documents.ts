import { decrypted } from './encrypted';
import { FileObject } from './file-object';
import { kustomizedBy, Kustomized } from './kustomized';
import { Limits, ownLimits } from './limits';
import { objectsIn, PlacedObject, unreadable } from './objects';
import { hasTemplateActions, HELM_TEMPLATE, isOtherTemplate, isUnrendered, isYtt, otherFile, OTHER_TEMPLATE_FOUND, YTT_TEMPLATE } from './other-files';
import { partsOf } from './parts-of-others';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { asObject } from '../../base/reading';
import { cut } from '../../base/text/cut';
import { readDocuments } from '../../kubernetes/yaml/read';
import { DuplicateKey, ReadDocument } from '../../kubernetes/yaml/read-document';
import { DUPLICATE_KEY, NO_OBJECT, UNREAD_TEXT } from '../notices/notices';

/** The objects of one file. */
export interface ReadFile {
  readonly objects: readonly FileObject[];
  /** Documents that could not be read. */
  readonly findings: readonly Finding[];
  /** Files that are no manifests of their own, if this one is of a program that makes manifests of them (`partsOf`). */
  readonly parts: readonly string[];
  /** What it says of manifests, if it is a kustomization. */
  readonly kustomized?: Kustomized;
}

/**
 * Reads the objects of one file as `kubectl` does, and takes Lists apart. A document that cannot be read becomes a finding, and the others are read.
 *
 * @param isFound the file was found in a folder rather than named, so it may belong to another program: values of a chart, a workflow.
 */
export function readFile(file: string, text: Buffer, isFound = false, limits: Limits = ownLimits()): ReadFile {
  if (isYtt(text)) {
    return { objects: [], parts: [], findings: [unrendered(YTT_TEMPLATE, isFound, file, 1)] };
  }
  const reading = new Reading(file, hasTemplateActions(text), isFound, text);
  for (const document of readDocuments(text, limits.document)) {
    if (reading.count >= limits.objects) {
      reading.unreadable(`there are more than ${limits.objects.toLocaleString('en')} documents and items that may still be read: the rest is not`, document.line);
      break;
    }
    if ('error' in document) {
      reading.unreadable(document.error, document.line);
    } else {
      reading.read(document);
    }
  }
  return reading.result();
}

class Reading {
  private readonly objects: FileObject[] = [];
  private readonly findings: Finding[] = [];
  private readonly parts: string[] = [];
  private kustomized?: Kustomized;
  /** Looked up when the first document cannot be read. */
  private isOtherTemplate?: boolean;
  /** Documents that are lists of no objects: playbooks of another program, unless manifests stand beside them. */
  private readonly lists: { readonly detail: string; readonly line: number }[] = [];
  /** Line of the first document that is a template rather than a manifest. */
  private template?: number;

  constructor(
    private readonly file: string,
    private readonly hasActions: boolean,
    private readonly isFound: boolean,
    private readonly text: Buffer,
  ) {}

  /** Number of objects and findings so far. */
  public get count(): number {
    return this.objects.length + this.findings.length;
  }

  public unreadable(error: string, line: number): void {
    if (this.hasActions || (this.isOtherTemplate ??= isOtherTemplate(this.text))) {
      this.template ??= line;
    } else {
      this.findings.push((this.isFound && isNoManifest(this.text) ? skipped : unreadable)(error, this.file, line));
    }
  }

  public read(document: ReadDocument): void {
    const { file } = this;
    if (document.unread !== undefined) {
      this.findings.push(unread(file, document.unread));
    }
    const other = otherFile(file, document.value);
    if (other) {
      this.parts.push(...partsOf(file, asObject(document.value)));
      this.kustomized ??= kustomizedBy(file, asObject(document.value));
      this.findings.push(skipped(`it is ${other.what}`, file, document.lineOf(''), other.help));
      return;
    }
    const found = objectsIn([document.value]);
    if (found.objects.length > 0) {
      document.duplicates.forEach(each => this.findings.push(duplicated(file, each, found.objects)));
    }
    found.objects.forEach(({ body, prefix }) => {
      if (this.hasActions && isUnrendered(body)) {
        this.template ??= document.lineOf(prefix.replace(/\.$/, ''));
      } else {
        this.objects.push(new FileObject(decrypted(body), file, this.isFound, document, prefix));
      }
    });
    found.problems.forEach(({ detail, prefix, isOther }) => {
      const line = document.lineOf(prefix.replace(/\.$/, ''));
      if (isOther && Array.isArray(document.value)) {
        this.lists.push({ detail, line });
      } else {
        this.findings.push((this.isFound && isOther ? skipped : unreadable)(detail, file, line));
      }
    });
  }

  public result(): ReadFile {
    const { objects, parts, kustomized, template, file } = this;
    const say = this.isFound && objects.length === 0 ? skipped : unreadable;
    const findings = [...this.findings, ...this.lists.map(({ detail, line }) => say(detail, file, line))];
    if (template === undefined) {
      return { objects, parts, kustomized, findings };
    }
    // What can be read of a template is half of it: the other half may be what it refers to.
    const told = unrendered(this.hasActions ? HELM_TEMPLATE : OTHER_TEMPLATE_FOUND, this.isFound, file, template);
    return { objects: this.isFound ? [] : objects, parts, kustomized, findings: [...findings, told] };
  }
}

/** One finding for a file with templates, however many lines of it fail to parse; in a folder they are for another program. */
function unrendered({ what, help }: { readonly what: string; readonly help: string }, isFound: boolean, file: string, line: number): Finding {
  return isFound ? skipped(`it ${what}`, file, line, help) : { ...unreadable(what, file, line), help };
}

/** JSON with comments, settings in a syntax of their own: a text without a word that every manifest has. Only the bytes of UTF-8 say that. */
function isNoManifest(text: Buffer): boolean {
  return !['apiVersion', 'kind', '\0'].some(word => text.includes(word));
}

function unread(file: string, line: number): Finding {
  return {
    ...noticed(UNREAD_TEXT),
    message: 'Invalid value: kubectl stops before this line: it stands behind the end of the document (...), or is indented less than its first line',
    help: 'begin a new document with ---, or indent it like the rest',
    file,
    line,
  };
}

/** Longest value that a message repeats. */
const LONGEST_LOST = 80;

function duplicated(file: string, { key, lost, line }: DuplicateKey, objects: readonly PlacedObject[]): Finding {
  const isSecret = objects.some(({ body }) => body.kind === 'Secret');
  const value = isSecret ? 'a redacted value' : cut(JSON.stringify(lost) ?? 'null', LONGEST_LOST);
  return {
    ...noticed(DUPLICATE_KEY),
    message: `Duplicate value: ${JSON.stringify(cut(key, LONGEST_LOST))}: the mapping has this key twice; kubectl keeps the value of line ${line} and drops ${value}`,
    help: 'delete one of the two, or merge their values',
    file,
    line,
  };
}

function skipped(detail: string, file: string, line: number, help: string = 'nothing, unless kind is misspelt; ignore in .cdk8s-ai.yaml leaves files out'): Finding {
  return { ...noticed(NO_OBJECT), message: `Invalid value: ${detail}, so it was skipped`, help, file, line };
}
