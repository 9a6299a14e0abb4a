import { cut, LONGEST_TEXT } from '../../base/text/cut';
import { Manifest } from '../../kubernetes/manifest';
import { PodSet } from '../../lint/facts/pod-set';
import { Bar, Timeline } from '../account';
import { NumberOf, Said, statement } from '../said';

/** A bar before objects have numbers. */
export interface OpenBar extends Omit<Bar, 'object' | 'findings'> {
  readonly subject?: Manifest;
}

/** A stretch of a course; the next one begins when it is over. */
export interface Stretch {
  readonly name: string;
  readonly seconds?: number;
  readonly bars: readonly OpenBar[];
}

/** A start or a stop of one pod, before objects have numbers. */
export interface Course {
  readonly stretches: readonly Stretch[];
  readonly sum: string;
  readonly limit?: Said & { readonly seconds: number };
  readonly notes: readonly Said[];
}

export function barOf(pods: PodSet, label: string, kind: Bar['kind'], text: string, path: string): OpenBar {
  return { label, kind, text, from: 0, subject: pods.carrier, ...(path !== '' && { field: pods.at(path) }) };
}

export function timelineOf({ stretches, sum, limit, notes }: Course, numberOf: NumberOf, parts?: readonly string[]): Timeline {
  return {
    ...(parts && { parts }),
    phases: stretches.map(({ name, seconds: each, bars }) => ({
      name: cut(name), ...(each !== undefined && { seconds: each }), bars: bars.map(bar => closed(bar, numberOf)),
    })),
    sum: cut(sum, LONGEST_TEXT),
    ...(limit && { limit: { ...statement(limit, numberOf), seconds: limit.seconds } }),
    notes: notes.map(note => statement(note, numberOf)),
  };
}

function closed({ subject, label, text, ...bar }: OpenBar, numberOf: NumberOf): Bar {
  return { label: cut(label), text: cut(text, LONGEST_TEXT), ...bar, ...(subject && { object: numberOf(subject) }) };
}

/** What makes two courses the same. */
export function keyOfCourse({ stretches, sum, limit, notes }: Course): string {
  const told = ({ topic, text }: Said) => [topic, text];
  const drawn = ({ label, kind, from, seconds: each, text }: OpenBar) => [label, kind, from, each, text];
  return JSON.stringify([stretches.map(({ bars, ...stretch }) => [stretch, bars.map(drawn)]), sum, limit && told(limit), notes.map(told)]);
}

/** `4210 s (1 h 10 min)`. */
export function seconds(count: number): string {
  return count < 120 ? `${count} s` : `${count} s (${inWords(count)})`;
}

function inWords(count: number): string {
  const minutes = Math.round(count / 60);
  return minutes < 60 ? `${minutes} min` : minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}` : `${Math.round(minutes / 60 / 24)} days`;
}
