import { asList, asShown, asText } from '../../../../base/reading';
import { remembered } from '../../../../base/remembered';
import { ENGINES, isStarter } from '../../../../knowledge/engines/engines';
import { shellProblem } from '../../../../knowledge/environment-problems';
import { PlacedContainer } from '../../../facts/pod-set';

/** Programs that take their words as they are. */
export const PLAIN_PROGRAMS: readonly RegExp[] = [
  /^(python[\d.]*|uvicorn|gunicorn|java|node|nvidia-smi|sleep|curl|wget|test|cat|ls|kill|pkill|grpc_health_probe)$/,
  new RegExp(`^(${ENGINES.flatMap(({ programs }) => programs.map(({ name }) => name)).join('|')})$`),
];

/** Images that start such a program. */
export const PLAIN_IMAGES: readonly RegExp[] = [/(^|\/)text-generation-inference([:@]|$)/, ...ENGINES.flatMap(({ image }) => image?.pattern ?? [])];

const OPERATORS: ReadonlySet<string> = new Set(['&&', '||', '|', ';', '>', '>>', '<', '&', '2>&1']);
export const VARIABLE = /^(?:--?[\w.-]+=)?\$(?:\{[A-Z_][A-Z0-9_]*\}|[A-Z_][A-Z0-9_]*)$/;

/** Longer words are texts of their own. */
const LONGEST = 500;

/** Why `$NAME` and `${NAME}` say nothing. */
export const PASSED_ON = 'is passed on as it stands: the kubelet knows only the form $(NAME)';

/** What is wrong with a word that no shell reads. */
export const problemOf = remembered((text): string | undefined => {
  if (OPERATORS.has(text)) {
    return 'is a word for the program here, since no shell reads it';
  }
  if (text.length > LONGEST) {
    return undefined;
  }
  return VARIABLE.test(text) ? PASSED_ON
    : isForShell(text) ? 'holds shell syntax, which nobody runs here' : undefined;
});

/** `${NAME##*-}`: nothing but a shell reads it. */
const CUT = /\$\{[A-Za-z_]\w{0,100}(?:##?|%%?)[^{}]{1,100}\}/;

function isForShell(text: string): boolean {
  return (text.includes('${') && !/\s/.test(text) && CUT.test(text)) || (text.includes('$(') && shellProblem(text) !== undefined);
}

/** Whether an engine that serves gets the words, none of which looks for variables in them; scripts may. */
export function isServerLine({ container }: PlacedContainer, isServerImage: boolean): boolean {
  const words = Array.isArray(container.command) ? container.command.map(asShown) : [];
  return words.length === 0 ? isServerImage : ENGINES.some(each => each.serves !== undefined && words.some(word => isStarter(each, word)));
}

const INSIDE = /(?<![$\\])\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;

/** A variable of the container inside of a word. */
export interface VariableInside {
  readonly written: string;
  readonly name: string;
}

/** `/models/$MODEL`, where MODEL is a variable of the container: `$MODEL`. */
export function variableInside(text: string, { container }: PlacedContainer): VariableInside | undefined {
  if (text.length > LONGEST || !text.includes('$') || /\s/.test(text)) {
    return undefined;
  }
  const names = new Set(asList(container.env).map(each => asText(each.name)));
  return [...text.matchAll(INSIDE)].map(([written, braced, plain]) => ({ written, name: braced ?? plain })).find(({ name }) => names.has(name));
}
