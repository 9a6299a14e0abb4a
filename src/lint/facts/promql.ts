import { Token, tokensOf } from './promql-tokens';

/*
 * PromQL as far as checks need it: which series a query asks for, what is called on what, and mistakes that no Prometheus reads. It is no parser: what it does not know, it
 * leaves alone. A test of the control plane compares the names with those that Prometheus' own parser finds.
 */

/** A function or an aggregation with its arguments. */
export interface Call {
  readonly name: string;
  /** Labels behind `by`, in front or at the end; undefined where there are none. */
  readonly by?: readonly string[];
  readonly without?: readonly string[];
  readonly args: readonly (readonly Node[])[];
}

/** A word, a call, or what stands in parentheses. */
export type Node =
  | { readonly type: 'word'; readonly text: string; readonly token: Token['type'] }
  | { readonly type: 'call'; readonly call: Call }
  | { readonly type: 'group'; readonly inner: readonly Node[] }
  | { readonly type: 'series'; readonly name: string };

/** A query as it is read. */
export interface Query {
  readonly nodes: readonly Node[];
  readonly series: readonly string[];
  readonly calls: readonly Call[];
  /** What Prometheus would say against it; absent where nothing is known against it, and where another tool completes it first. */
  readonly problem?: string;
}

/** Nobody writes longer ones, and what is nested as deeply as that is no query. */
const MOST_READ = 20_000;
const DEEPEST = 100;

export function readQuery(text: string): Query {
  if (text.length > MOST_READ) {
    return { nodes: [], series: [], calls: [] };
  }
  const { tokens, isTemplate, problem } = tokensOf(text);
  const reader = new Reader(tokens);
  const nodes = reader.read();
  const said = problem ?? reader.problem ?? (tokens.length === 0 ? 'no expression found in input' : undefined);
  return { nodes, series: reader.series, calls: reader.calls, ...(isTemplate || said === undefined ? {} : { problem: said }) };
}

const AGGREGATIONS: ReadonlySet<string> = new Set([
  'sum', 'avg', 'count', 'min', 'max', 'group', 'stddev', 'stdvar', 'topk', 'bottomk', 'count_values', 'quantile', 'limitk', 'limit_ratio',
]);
const LABEL_LISTS: ReadonlySet<string> = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right']);
const KEYWORDS: ReadonlySet<string> = new Set([...LABEL_LISTS, 'and', 'or', 'unless', 'atan2', 'bool', 'offset', 'inf', 'nan', 'smoothed', 'anchored']);

const CLOSES: { readonly [open: string]: string } = { '(': ')', '[': ']', '{': '}' };

/** People's words for units that Prometheus does not have. Source: prometheus/common model/time.go ParseDuration: ms, s, m, h, d, w, y */
const OTHER_UNIT = /^[0-9.]+(?:mins?|minutes?|secs?|seconds?|hrs?|hours?|days?|weeks?)$/;

class Reader {
  public readonly series: string[] = [];
  public readonly calls: Call[] = [];
  public problem?: string;
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  public read(): Node[] {
    const nodes: Node[] = [];
    while (this.at < this.tokens.length && this.problem === undefined) {
      nodes.push(...this.until(undefined));
    }
    return nodes;
  }

  /** Nodes up to the closing bracket, which is taken as well. */
  private until(close: string | undefined): Node[] {
    const nodes: Node[] = [];
    this.depth++;
    while (this.at < this.tokens.length && this.problem === undefined) {
      const { type, text } = this.tokens[this.at];
      if (type === 'close') {
        this.at++;
        this.depth--;
        if (text !== close) {
          this.problem = close === undefined ? `unexpected right ${nameOf(text)} ${JSON.stringify(text)}` : `unclosed left ${nameOf(close)}`;
        }
        return nodes;
      }
      nodes.push(this.node());
    }
    this.depth--;
    if (close !== undefined) {
      this.problem ??= `unclosed left ${nameOf(close)}`;
    }
    return nodes;
  }

  private node(): Node {
    const { type, text } = this.tokens[this.at];
    if (this.depth > DEEPEST) {
      this.at = this.tokens.length;
      return { type: 'group', inner: [] };
    }
    if (type === 'name') {
      return this.named(text);
    }
    this.at++;
    if (text === '{') {
      return this.matchers();
    }
    if (text === '[') {
      return this.window();
    }
    return type === 'open' ? { type: 'group', inner: this.until(CLOSES[text]) } : { type: 'word', text, token: type };
  }

  /** Words of the language are the same in capitals, names are not. */
  private named(text: string): Node {
    this.at++;
    const lower = text.toLowerCase();
    const word: Node = { type: 'word', text, token: 'name' };
    if (LABEL_LISTS.has(lower)) {
      this.labels();
      return word;
    }
    if (KEYWORDS.has(lower) && !this.isNext('{')) {
      return word;
    }
    if (this.isNext('(') || (AGGREGATIONS.has(lower) && (this.isWord('by') || this.isWord('without')))) {
      return this.call(text);
    }
    this.series.push(text);
    if (this.isNext('{')) {
      this.at++;
      this.end('}');
    }
    return { type: 'series', name: text };
  }

  private call(name: string): Node {
    const grouping = this.grouping();
    if (!this.isNext('(')) {
      return { type: 'word', text: name, token: 'name' };
    }
    this.at++;
    const args = split(this.until(')'));
    const lower = name.toLowerCase();
    const call: Call = AGGREGATIONS.has(lower) ? { name: lower, args, ...grouping, ...this.grouping() } : { name, args };
    this.calls.push(call);
    return { type: 'call', call };
  }

  /** `by (le, pod)`, if it stands here. */
  private grouping(): Pick<Call, 'by' | 'without'> {
    for (const word of ['by', 'without'] as const) {
      if (this.isWord(word)) {
        this.at++;
        return { [word]: this.labels() };
      }
    }
    return {};
  }

  /** Labels in parentheses. */
  private labels(): string[] {
    if (!this.isNext('(')) {
      return [];
    }
    this.at++;
    const labels: string[] = [];
    while (this.at < this.tokens.length && !this.isNext(')')) {
      const { type, text } = this.tokens[this.at++];
      if (type === 'name' || type === 'string') {
        labels.push(type === 'string' ? text.slice(1, -1) : text);
      }
    }
    if (this.isNext(')')) {
      this.at++;
    } else {
      this.problem ??= 'unclosed left parenthesis';
    }
    return labels;
  }

  /** A series without a name in front: `{__name__="up"}`, `{"up"}`. */
  private matchers(): Node {
    const start = this.at;
    const words = this.tokens.slice(start, this.end('}'));
    const named = words.findIndex(({ text }, index) => text === '__name__' && words[index + 1]?.text === '=');
    const isEnd = (index: number) => [undefined, ','].includes(words[index]?.text);
    const quoted = words.find(({ type }, index) => type === 'string' && isEnd(index - 1) && isEnd(index + 1));
    const name = (named < 0 ? quoted : words[named + 2])?.text.slice(1, -1);
    if (name !== undefined) {
      this.series.push(name);
    }
    return { type: 'series', name: name ?? '' };
  }

  /** The place of the bracket that closes here: in braces and brackets stand no others. */
  private end(close: string): number {
    while (this.at < this.tokens.length && !this.isNext(close)) {
      this.at++;
    }
    const end = this.at;
    if (this.isNext(close)) {
      this.at++;
    } else {
      this.problem ??= `unclosed left ${nameOf(close)}`;
    }
    return end;
  }

  private window(): Node {
    const start = this.at;
    const words = this.tokens.slice(start, this.end(']')).map(({ text }) => text);
    const other = words.find(word => OTHER_UNIT.test(word));
    if (words.length === 0) {
      this.problem ??= 'missing duration';
    } else if (other !== undefined) {
      this.problem ??= `bad number or duration syntax: ${JSON.stringify(other)}`;
    }
    return { type: 'group', inner: [] };
  }

  private isWord(text: string): boolean {
    return this.tokens[this.at]?.text.toLowerCase() === text;
  }

  private isNext(text: string): boolean {
    return this.tokens[this.at]?.text === text;
  }
}

function nameOf(bracket: string): string {
  return bracket === ')' ? 'parenthesis' : bracket === ']' ? 'bracket' : 'brace';
}

/** Arguments, which commas part. */
function split(nodes: readonly Node[]): Node[][] {
  const args: Node[][] = [[]];
  nodes.forEach(node => {
    if (node.type === 'word' && node.text === ',') {
      args.push([]);
    } else {
      args[args.length - 1].push(node);
    }
  });
  return args;
}
