import { Automaton, automatonOf } from './automaton';
import { PatternMemory } from './memory';
import { placesOf } from './places';
import { Expression, PatternSyntaxError, parsePattern } from './syntax';
import { Work } from '../work';

/** A state of the lazily built DFA: the steps that are reached after some text, and the transitions found so far. */
interface State {
  readonly steps: readonly number[];
  readonly isMatch: boolean;
  readonly isMatchAtEnd: boolean;
  readonly next: Map<number, State>;
}

/**
 * A regular expression of RE2 with Go's semantics. JavaScript's own differ (`\s`, `.`, `(?i)`) and can backtrack exponentially, which
 * hostile patterns and values would exploit.
 */
export class Pattern {
  /** Undefined for a pattern that is not supported here. */
  static of(text: string): Pattern | undefined {
    return madeOf(() => new Pattern(automatonOf(parsePattern(text))));
  }

  /** Undefined for an expression that is too large. */
  static ofExpression(expression: Expression): Pattern | undefined {
    return madeOf(() => new Pattern(automatonOf(expression)));
  }

  private readonly states = new Map<string, State>();
  private start?: State;
  /** Which steps are reached; all clear between uses. */
  private marks?: Uint8Array;

  private constructor(private readonly automaton: Automaton) {}

  /** Number of steps of its automaton. */
  public get size(): number {
    return this.automaton.steps.length;
  }

  /**
   * Whether it matches anywhere in the text, in time linear in the text.
   *
   * @param work the budget that is charged; unlimited without one.
   */
  public matches(text: string, work?: Work): boolean {
    if (text === '') {
      return this.hasMatch(this.closure([this.automaton.first], true, true, work)); // The only text whose start is its end: `$^` matches.
    }
    this.start ??= this.stateOf(this.closure([this.automaton.first], true, false, work));
    let state = this.start;
    for (let at = 0; at < text.length && !state.isMatch; at++) {
      const code = text.codePointAt(at)!;
      at += code > 0xffff ? 1 : 0;
      state = state.next.get(code) ?? this.advance(state, code, work);
    }
    work?.spend(text.length);
    return state.isMatch || state.isMatchAtEnd;
  }

  /**
   * Where it matches, from the left and without overlaps, as Go's `FindAllStringIndex` has it: at most so many places.
   *
   * @param work the budget that is charged; unlimited without one.
   */
  public places(text: string, most: number, work?: Work): (readonly [start: number, end: number])[] {
    return placesOf(this.automaton, text, most, work);
  }

  /** Drops the cached states. */
  public forget(): void {
    this.states.clear();
    this.start = undefined;
  }

  private advance(state: State, code: number, work?: Work): State {
    const reached = [this.automaton.first]; // A match may begin at each place.
    for (const index of state.steps) {
      const step = this.automaton.steps[index];
      if (step.kind === 'character' && step.set(code)) {
        reached.push(step.next);
      }
    }
    work?.spend(state.steps.length);
    const next = this.stateOf(this.closure(reached, false, false, work));
    state.next.set(code, next);
    MEMORY.keep(this, 1);
    return next;
  }

  /** The steps reachable without consuming a character (epsilon closure), in order. */
  private closure(from: readonly number[], isStart: boolean, isEnd: boolean, work?: Work): number[] {
    const { steps } = this.automaton;
    const marks = this.marks ??= new Uint8Array(steps.length);
    const open = [...from];
    let count = 0;
    while (open.length > 0) {
      const index = open.pop()!;
      if (marks[index] === 1) {
        continue;
      }
      marks[index] = 1;
      count++;
      const step = steps[index];
      if (step.kind === 'split') {
        open.push(step.next, step.other);
      } else if ((step.kind === 'start' && isStart) || (step.kind === 'end' && isEnd)) {
        open.push(step.next);
      }
    }
    work?.spend(count + steps.length / 8);
    return takenFrom(marks, count);
  }

  private stateOf(steps: number[]): State {
    const key = String.fromCharCode(...steps);
    let state = this.states.get(key);
    if (!state) {
      MEMORY.keep(this, steps.length + 1);
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

/** Returns the marked steps in order and clears the marks. Faster than sorting. */
function takenFrom(marks: Uint8Array, count: number): number[] {
  const taken: number[] = [];
  for (let index = 0; taken.length < count; index++) {
    if (marks[index] === 1) {
      marks[index] = 0;
      taken.push(index);
    }
  }
  return taken;
}

function madeOf(make: () => Pattern): Pattern | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof PatternSyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/** Limit for the states and transitions that all patterns together cache. */
const MEMORY = new PatternMemory(1_000_000);
/** Limit for compiled patterns, which may come from any definition. */
const COMPILED = new PatternMemory(1_000_000);

class PatternCache {
  private readonly patterns = new Map<string, Pattern | undefined>();

  public of(text: string, work?: Work): Pattern | undefined {
    if (!this.patterns.has(text)) {
      work?.spend(text.length);
      const pattern = Pattern.of(text);
      work?.spend(pattern?.size ?? 0);
      COMPILED.keep(this, text.length + (pattern?.size ?? 0));
      this.patterns.set(text, pattern);
    }
    return this.patterns.get(text);
  }

  public forget(): void {
    this.patterns.clear();
  }
}

const PATTERNS = new PatternCache();

/** A compiled pattern; undefined for one that is not supported here. */
export function patternOf(pattern: string, work?: Work): Pattern | undefined {
  return PATTERNS.of(pattern, work);
}

/** Whether the text matches the pattern; true for a pattern that is not supported here. */
export function matchesPattern(pattern: string, text: string, work?: Work): boolean {
  return PATTERNS.of(pattern, work)?.matches(text, work) ?? true;
}
