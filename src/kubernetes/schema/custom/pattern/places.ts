import { Automaton } from './automaton';
import { Work } from '../work';

/**
 * Where an automaton matches: the leftmost match that is preferred, then the next behind it. What was tried once from a step at a place fails again, so that the time is
 * the product of both at most. Source: regexp/backtrack.go (Go 1.26); an empty match behind another one is none, as in regexp.go allMatches
 */
export function placesOf(automaton: Automaton, text: string, most: number, work?: Work): (readonly [start: number, end: number])[] {
  const found: (readonly [number, number])[] = [];
  let previous = -1;
  for (let at = 0; at <= text.length && found.length < most;) {
    const place = nextPlace(automaton, text, at, work);
    if (!place) {
      break;
    }
    const [start, end] = place;
    if (start !== end || start !== previous) {
      found.push(place);
    }
    previous = end;
    at = end > at ? end : at + widthAt(text, at);
  }
  return found;
}

function widthAt(text: string, at: number): number {
  return at < text.length && text.codePointAt(at)! > 0xffff ? 2 : 1;
}

function nextPlace(automaton: Automaton, text: string, from: number, work?: Work): readonly [number, number] | undefined {
  const tried = new Map<number, Set<number>>();
  for (let start = from; start <= text.length; start += widthAt(text, start)) {
    const end = endOf(automaton, text, start, tried, work);
    if (end !== undefined) {
      return [start, end];
    }
  }
  return undefined;
}

/** The end of the preferred match that starts here. */
function endOf({ steps, first }: Automaton, text: string, start: number, tried: Map<number, Set<number>>, work?: Work): number | undefined {
  const open: [step: number, at: number][] = [[first, start]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [index, at] = next;
    const places = tried.get(index) ?? new Set<number>();
    if (places.has(at)) {
      continue;
    }
    tried.set(index, places.add(at));
    work?.spend(1);
    const step = steps[index];
    if (step.kind === 'match') {
      return at;
    } else if (step.kind === 'split') {
      open.push([step.other, at], [step.next, at]);
    } else if (step.kind === 'start' ? at === 0 : step.kind === 'end' ? at === text.length : false) {
      open.push([step.next, at]);
    } else if (step.kind === 'character' && at < text.length && step.set(text.codePointAt(at)!)) {
      open.push([step.next, at + widthAt(text, at)]);
    }
  }
  return undefined;
}
