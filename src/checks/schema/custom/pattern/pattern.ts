import { Automaton, automatonOf } from './automaton';
import { PatternSyntaxError, parsePattern } from './syntax';

/** Where the automaton can be after some text, with what was found out of the ways on from there. */
interface State {
  readonly steps: readonly number[];
  readonly isMatch: boolean;
  readonly isMatchAtEnd: boolean;
  readonly next: Map<number, State>;
}

/** Steps of work for one text; what needs more is taken to match, so that nobody waits for it. */
const BUDGET = 2_000_000;
/** Transitions that are kept. */
const LARGEST_MEMORY = 5_000;

/**
 * A regular expression of RE2, as Go means it. JavaScript's own read some patterns otherwise (`\s`, `.`, `(?i)`) and can take exponential time,
 * which patterns and values from anywhere would use.
 */
export class Pattern {
  /** Undefined for a pattern that cannot be checked here. */
  static of(text: string): Pattern | undefined {
    try {
      return new Pattern(automatonOf(parsePattern(text)));
    } catch (error) {
      if (error instanceof PatternSyntaxError) {
        return undefined;
      }
      throw error;
    }
  }

  private states = new Map<string, State>();
  private start?: State;
  private remembered = 0;
  private work = 0;

  private constructor(private readonly automaton: Automaton) {}

  /** Whether it matches anywhere in the text. */
  public matches(text: string): boolean {
    this.work = 0;
    this.start ??= this.stateOf(this.closure([this.automaton.first], true));
    let state = this.start;
    for (let at = 0; at < text.length && !state.isMatch; at++) {
      const code = text.codePointAt(at)!;
      at += code > 0xffff ? 1 : 0;
      state = state.next.get(code) ?? this.advance(state, code);
      if (this.work > BUDGET) {
        return true;
      }
    }
    return state.isMatch || state.isMatchAtEnd;
  }

  private advance(state: State, code: number): State {
    const reached = [this.automaton.first]; // A match may begin at each place.
    for (const index of state.steps) {
      const step = this.automaton.steps[index];
      if (step.kind === 'character' && step.set(code)) {
        reached.push(step.next);
      }
    }
    this.work += state.steps.length;
    const next = this.stateOf(this.closure(reached, false));
    if (++this.remembered > LARGEST_MEMORY) {
      this.states = new Map();
      this.start = undefined;
      this.remembered = 0;
    } else {
      state.next.set(code, next);
    }
    return next;
  }

  /** The steps that are reached without a character more. */
  private closure(from: readonly number[], isStart: boolean, isEnd = false): number[] {
    const seen = new Set<number>();
    const open = [...from];
    while (open.length > 0) {
      const index = open.pop()!;
      if (seen.has(index)) {
        continue;
      }
      seen.add(index);
      const step = this.automaton.steps[index];
      if (step.kind === 'split') {
        open.push(step.next, step.other);
      } else if ((step.kind === 'start' && isStart) || (step.kind === 'end' && isEnd)) {
        open.push(step.next);
      }
    }
    this.work += seen.size;
    return [...seen].sort((one, other) => one - other);
  }

  private stateOf(steps: number[]): State {
    const key = steps.join();
    let state = this.states.get(key);
    if (!state) {
      const isMatch = this.hasMatch(steps);
      state = { steps, isMatch, isMatchAtEnd: isMatch || this.matchesAtEnd(steps), next: new Map() };
      this.states.set(key, state);
    }
    return state;
  }

  private matchesAtEnd(steps: readonly number[]): boolean {
    return this.hasMatch(this.closure(steps, false, true));
  }

  private hasMatch(steps: readonly number[]): boolean {
    return steps.some(index => this.automaton.steps[index].kind === 'match');
  }
}

const KNOWN = new Map<string, Pattern | undefined>();
/** Patterns come from any definition that somebody checks. */
const MOST_KNOWN = 10_000;

/** Whether the text matches the pattern; true when the pattern cannot be checked here. */
export function matchesPattern(pattern: string, text: string): boolean {
  let known = KNOWN.get(pattern);
  if (known === undefined && !KNOWN.has(pattern)) {
    known = Pattern.of(pattern);
    if (KNOWN.size >= MOST_KNOWN) {
      KNOWN.clear();
    }
    KNOWN.set(pattern, known);
  }
  return known?.matches(text) ?? true;
}
