import { Outcome } from './run';

/** A difference that is known, with its reason. It still counts as one. */
export interface Explanation {
  readonly what: string;
  readonly why: string;
  readonly applies: (outcome: Outcome) => boolean;
}

const says = (verdict: { readonly messages: readonly string[] }, pattern: RegExp) => verdict.messages.some(message => pattern.test(message));

/** What we let pass and an API server rejects or drops, or the other way round. */
export const EXPLANATIONS: readonly Explanation[] = [
  {
    what: 'the name of a CustomResourceDefinition',
    why: 'it must follow from fields of the object (`<plural>.<group>`), of which only the schema is checked',
    applies: ({ what, server }) => /^CustomResourceDefinition /.test(what) && says(server, /metadata\.name: Invalid value: .*: must be `?spec\./),
  },
  {
    what: 'a negative `metadata.generation`',
    why: 'kinds that count their generations set it before they look at it; no manifest says it',
    applies: ({ server, ours }) => server.is === 'accepted' && ours.messages.length === 1 && says(ours, /^AIW1201 metadata\.generation: /),
  },
  {
    what: 'a field of an extension that one known release requires and another does not',
    why: 'the checks do not know which release the cluster has: what one of them takes is no mistake',
    applies: ({ subject, server, ours }) => /^(leaderworkerset|jobset)\./.test(subject) && ours.is === 'accepted' && says(server, /: Required value/),
  },
  {
    what: 'a prefix for the name of a DeviceClass that has a name',
    why: 'the released 1.34 looks at the prefix all the same; with a name nobody uses it',
    applies: ({ subject, server, minor }) => subject.endsWith(' DeviceClass') && minor === '1.34' && says(server, /metadata\.generateName: Invalid value/),
  },
  {
    what: 'a field that a released minor had behind a gate and the newest one has no more',
    why: 'the checks refuse it as unknown, which is what an upgrade does to it; the release drops it',
    applies: ({ server, ours, minor }) => minor === '1.35' && server.is === 'dropped' && says(server, /workloadRef/) && says(ours, /^AIW1101 .*workloadRef/),
  },
  {
    what: 'an expression of an admission policy or webhook that does not compile',
    why: 'syntax, variables, fields of the request and operators are checked here; functions and the fields of other types are not',
    applies: ({ subject, server, ours }) => subject.startsWith('admissionregistration.') && ours.is === 'accepted' && says(server, /compilation failed/),
  },
];

export function explanationOf(outcome: Outcome): Explanation | undefined {
  return EXPLANATIONS.find(({ applies }) => applies(outcome));
}

/** Says in one line what differed. */
export function described({ subject, mutation, minor, what, server, ours }: Outcome): string {
  const told = (verdict: { readonly is: string; readonly messages: readonly string[] }) => `${verdict.is}${verdict.messages.length > 0 ? `: ${verdict.messages.join(' | ').slice(0, 400)}` : ''}`;
  return `${subject}, ${mutation}, ${minor}: ${what}\n  server ${told(server)}\n  checks ${told(ours)}`;
}
