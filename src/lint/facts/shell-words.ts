import { ExpansionBudget } from './expansion';
import { UNKNOWN, Variables, arithmetic } from './shell-arithmetic';

/*
 * The words of a shell script, as far as they can be known before it runs. Not a shell: enough of its grammar to find the commands of an entry point,
 * with what is not known marked as such. One pass over the text.
 */
/** Stands for all arguments, as a word of its own; in another word they are unknown. */
const ALL = `${UNKNOWN}@`;

const BLANK: ReadonlySet<string> = new Set([' ', '\t', '\r']);
const SEPARATOR: ReadonlySet<string> = new Set([';', '|', '&', '\n', '(', ')']);
const REDIRECTION: ReadonlySet<string> = new Set(['<', '>']);
const OPENING: ReadonlySet<string> = new Set(['if', 'for', 'while', 'until', 'case', '{']);
const CLOSING: ReadonlySet<string> = new Set(['fi', 'done', 'esac', '}']);
/** Words before a command that are not its name. */
const PREFIX: ReadonlySet<string> = new Set(['then', 'else', 'elif', 'do', '!', 'time', 'exec', 'nohup', ...OPENING]);

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
/** Characters that stand for themselves, as many as there are. */
const PLAIN = /[^\s'"\\`$;|&()<>]+/y;
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
const DEFAULTED = /^([A-Za-z_][A-Za-z0-9_]*)(?::?-([^$`]*))?$/;

/**
 * The simple commands of a script in the order of the text, each as its words: conditions and loops are not followed.
 *
 * @param positional what `"$@"` stands for.
 * @param budget what its variables may expand to; those of a script in a script share one.
 */
export function commandsOfScript(
  script: string, variables: Variables, positional: readonly string[] = [UNKNOWN], budget = new ExpansionBudget(script.length),
): string[][] {
  return new ScriptReader(script, variables, positional, budget).read();
}

/** Whether nothing of a word is open. */
export function isKnown(word: string): boolean {
  return !word.includes(UNKNOWN);
}

class ScriptReader {
  private readonly values: Map<string, string>;
  private readonly found: string[][] = [];
  private readonly awaited: string[] = [];
  private words: string[] = [];
  private position = 0;
  private depth = 0;
  private splits = false;

  /** Characters of the arguments. */
  private readonly given: number;

  constructor(
    private readonly text: string, variables: Variables, private readonly positional: readonly string[], private readonly budget: ExpansionBudget,
  ) {
    this.values = new Map(variables);
    this.given = positional.reduce((sum, each) => sum + each.length + 1, 0);
  }

  public read(): string[][] {
    while (this.position < this.text.length) {
      this.step(this.text[this.position]);
    }
    this.finish();
    return this.found;
  }

  private step(char: string): void {
    if (BLANK.has(char)) {
      this.position++;
    } else if (char === '\\' && this.text[this.position + 1] === '\n') {
      this.position += 2;
    } else if (char === '#') {
      this.position = this.endOfLine();
    } else if (REDIRECTION.has(char) || (char === '&' && this.text[this.position + 1] === '>')) {
      this.redirect();
    } else if (SEPARATOR.has(char)) {
      this.finish();
      this.position++;
      if (char === '\n') {
        this.skipDocuments();
      }
    } else {
      this.addWord();
    }
  }

  private addWord(): void {
    this.splits = false;
    const word = this.word();
    // 2>file: the number belongs to the redirection.
    if (REDIRECTION.has(this.text[this.position]) && /^[0-9]$/.test(word)) {
      return;
    }
    if (word === ALL) {
      (this.budget.allows(this.given) ? this.positional : [UNKNOWN]).forEach(each => this.words.push(each));
    } else if (this.words.length === 0 && (PREFIX.has(word) || CLOSING.has(word))) {
      this.depth = Math.max(0, this.depth + (OPENING.has(word) ? 1 : CLOSING.has(word) ? -1 : 0));
      if (word === 'for' || word === 'case') {
        this.words.push(word);
      }
    } else if (this.splits && /\s/.test(word)) {
      word.split(/\s+/).filter(each => each !== '').forEach(each => this.words.push(each));
    } else {
      this.words.push(word);
    }
  }

  /** The end of a simple command: what it assigns is kept, in a branch as unknown, since nobody knows whether it runs. */
  private finish(): void {
    const words = this.words;
    this.words = [];
    if (words[0] === 'for' || words[0] === 'case') {
      if (words[0] === 'for' && words[1] !== undefined) {
        this.values.set(words[1], UNKNOWN);
      }
      return;
    }
    const first = words.findIndex(word => !ASSIGNMENT.test(word));
    if (first < 0 || words[0] === 'export') {
      words.filter(word => ASSIGNMENT.test(word)).forEach(each => this.assign(each));
    } else {
      this.found.push(words.slice(first));
    }
  }

  private assign(text: string): void {
    const name = text.slice(0, text.indexOf('='));
    this.values.set(name, this.depth > 0 ? UNKNOWN : text.slice(name.length + 1));
  }

  private word(): string {
    let word = '';
    while (this.position < this.text.length) {
      const char = this.text[this.position];
      if (BLANK.has(char) || SEPARATOR.has(char) || REDIRECTION.has(char)) {
        break;
      }
      word += this.piece(char);
    }
    return word;
  }

  private piece(char: string): string {
    switch (char) {
      case '\'': return this.verbatim();
      case '"': return this.quoted();
      case '\\': return this.escaped();
      case '`': return this.backticks();
      case '$': {
        const value = this.expansion();
        this.splits = true;
        return value;
      }
      default: return this.plain(char);
    }
  }

  private plain(char: string): string {
    PLAIN.lastIndex = this.position;
    const run = PLAIN.exec(this.text)?.[0] ?? char;
    this.position += run.length;
    return run;
  }

  private verbatim(): string {
    const end = this.text.indexOf('\'', this.position + 1);
    const from = this.position + 1;
    this.position = end < 0 ? this.text.length : end + 1;
    return this.text.slice(from, end < 0 ? undefined : end);
  }

  private quoted(): string {
    let text = '';
    this.position++;
    while (this.position < this.text.length && this.text[this.position] !== '"') {
      const char = this.text[this.position];
      if (char === '$') {
        text += this.expansion();
      } else if (char === '`') {
        text += this.backticks();
      } else if (char === '\\') {
        text += this.escapedInQuotes();
      } else {
        text += char;
        this.position++;
      }
    }
    this.position++;
    return text;
  }

  private escaped(): string {
    const next = this.text[this.position + 1] ?? '';
    this.position += 2;
    return next === '\n' ? '' : next;
  }

  private escapedInQuotes(): string {
    const next = this.text[this.position + 1] ?? '';
    return ['$', '`', '"', '\\', '\n'].includes(next) ? this.escaped() : `\\${this.escaped()}`;
  }

  private backticks(): string {
    const end = this.text.indexOf('`', this.position + 1);
    this.position = end < 0 ? this.text.length : end + 1;
    return UNKNOWN;
  }

  private expansion(): string {
    const next = this.text[this.position + 1];
    if (next === '(') {
      return this.substitution();
    }
    if (next === '{') {
      const end = this.text.indexOf('}', this.position);
      const inner = this.text.slice(this.position + 2, end < 0 ? undefined : end);
      this.position = end < 0 ? this.text.length : end + 1;
      return this.parameter(inner);
    }
    NAME.lastIndex = this.position + 1;
    const name = NAME.exec(this.text)?.[0];
    if (name !== undefined) {
      this.position += 1 + name.length;
      return this.valueOf(name);
    }
    if (next === '@') {
      this.position += 2;
      return ALL;
    }
    const isSpecial = next !== undefined && /[0-9@*#?!$-]/.test(next);
    this.position += isSpecial ? 2 : 1;
    return isSpecial ? UNKNOWN : '$';
  }

  private parameter(inner: string): string {
    const match = inner.length <= 200 ? DEFAULTED.exec(inner) : null;
    if (match === null) {
      return UNKNOWN;
    }
    // A variable that the manifest does not set may come with the image; then the default is not used.
    return this.valueOf(match[1]);
  }

  private valueOf(name: string): string {
    return this.budget.expanded(this.values.get(name) ?? UNKNOWN);
  }

  /** `$(command)` cannot be known, `$((1 + 1))` can. */
  private substitution(): string {
    const from = this.position + 2;
    let level = 0;
    for (this.position++; this.position < this.text.length; this.position++) {
      level += this.text[this.position] === '(' ? 1 : this.text[this.position] === ')' ? -1 : 0;
      if (level === 0) {
        break;
      }
    }
    const inner = this.text.slice(from, this.position);
    this.position++;
    return inner.startsWith('(') && inner.endsWith(')') ? arithmetic(inner.slice(1, -1), this.values) : UNKNOWN;
  }

  private redirect(): void {
    const operator = /^&?[<>]+[&|-]?/.exec(this.text.slice(this.position, this.position + 5))![0];
    this.position += operator.length;
    while (BLANK.has(this.text[this.position])) {
      this.position++;
    }
    const target = this.word();
    if ((operator === '<<' || operator === '<<-') && target !== '') {
      this.awaited.push(target);
    }
  }

  /** Texts behind `<<EOF` are no commands. */
  private skipDocuments(): void {
    while (this.awaited.length > 0 && this.position < this.text.length) {
      const end = this.endOfLine();
      if (this.text.slice(this.position, end).trim() === this.awaited[0]) {
        this.awaited.shift();
      }
      this.position = end + 1;
    }
  }

  private endOfLine(): number {
    const end = this.text.indexOf('\n', this.position);
    return end < 0 ? this.text.length : end;
  }
}
