import { PlacedContainer } from './pod-set';
import { asList } from '../../base/reading';

/** A text that a container is started with. */
export interface ContainerText {
  readonly text: string;
  readonly field: string;
}

/** The words of command and arguments, and the values of variables that stand there. */
export function containerTexts({ container: { command, args, env }, field }: PlacedContainer): ContainerText[] {
  return [
    ...wordsOf(command, `${field}.command`),
    ...wordsOf(args, `${field}.args`),
    ...asList(env).map(({ value }, index) => ({ text: value, field: `${field}.env[${index}].value` })),
  ].filter((each): each is ContainerText => typeof each.text === 'string');
}

function wordsOf(words: unknown, field: string) {
  return (Array.isArray(words) ? words as readonly unknown[] : []).map((text, index) => ({ text, field: `${field}[${index}]` }));
}
