import { html } from './escape';
import { Finding, severityOf } from '../../../base/findings/finding';
import { docsOf } from '../../../lint/report/release';
import { Account, Statement } from '../../account';
import { named } from '../../said';
import { AlikeFindings, alikeFindings, othersInWords } from '../words';

/** Writes statements and the findings in them. A finding has its anchor where it stands first. */
export class Statements {
  private readonly anchored = new Set<number>();

  constructor(private readonly account: Account) {}

  /** A table of statements below a heading; nothing where there are none. */
  public* section(title: string, statements: readonly Statement[], look = ''): Generator<string> {
    if (statements.length > 0) {
      yield `<section${look === '' ? '' : ` class="${look}"`}><h3>${title}</h3>\n<table class="facts">\n`;
      yield* statements.map(statement => this.row(statement));
      yield '</table></section>\n';
    }
  }

  public row({ topic, text, parts, findings }: Statement): string {
    return `<tr><th scope="row">${html(topic)}</th><td>${ofParts(parts)}${html(text)}${this.findings(findings)}</td></tr>\n`;
  }

  /** Blocks of findings. */
  public findings(numbers: readonly number[] = []): string {
    return alikeFindings(this.account, numbers).map(each => this.finding(each)).join('');
  }

  private finding(alike: AlikeFindings): string {
    const { number, finding } = alike;
    const { id, title, class: kind, message, notes = [], help } = finding;
    const severity = severityOf(kind);
    const anchor = this.anchored.has(number) ? '' : ` id="f${number}"`;
    this.anchored.add(number);
    const more = [...(alike.others.length === 0 ? [] : [`<p>${html(othersInWords(alike))}</p>`]), ...notes.map(note => `<p>note: ${html(note)}</p>`), ...(help === undefined ? [] : [`<p class="help">help: ${html(help)}</p>`])].join('');
    return `<div class="finding ${severity}"${anchor}><p><strong>${severity} <a href="${html(docsOf(id))}" rel="noreferrer">${html(id)}</a></strong> ${html(title)}: ${html(message)}${placeOf(finding)}</p>${more}</div>`;
  }
}

function placeOf({ object, file, line, field }: Finding): string {
  const parts = [object && `${object.kind} ${object.name}`, file === undefined ? undefined : `${file}${line === undefined ? '' : `:${line}`}`, field].filter(each => each !== undefined);
  return parts.length === 0 ? '' : ` <code>${html(parts.join(' '))}</code>`;
}

/** `leader and worker`, as a mark before a text. */
export function ofParts(parts: readonly string[] | undefined): string {
  return parts === undefined ? '' : `<span class="of"><bdi>${html(named(parts, 4))}</bdi></span>`;
}

/** Marks with the numbers of findings: `1 error`. */
export function badges(account: Account, numbers: readonly number[]): string {
  const severities = ['error', 'warning', 'info'] as const;
  const found = numbers.map(number => severityOf(account.findings[number].class));
  const counts = severities.map(severity => ({ severity, count: found.filter(each => each === severity).length }));
  return counts.filter(({ count }) => count > 0).map(({ severity, count }) => `<span class="badge ${severity}">${count} ${severity}${count === 1 ? '' : 's'}</span>`).join('');
}
