import { APP } from './fixtures';
import { Trial } from '../trial';

/** Input that can be made of any size. */
export interface Shape {
  readonly name: string;
  readonly make: (count: number) => Trial;
  /** Largest size, for example what an operating system accepts as an argument. */
  readonly most?: number;
}

const LARGEST_ARGUMENT = 64_000;

const each = (count: number, make: (index: number) => string, between = '\n') => Array.from({ length: count }, (_, index) => make(index)).join(between);
const json = (value: unknown) => JSON.stringify(value);
const lint = (content: string): Trial => ({ args: ['lint', 'app.yaml', '--severity', 'info'], files: [{ name: 'app.yaml', content }] });
const text = (name: string, make: (count: number) => string): Shape => ({ name, make: count => lint(make(count)) });

/** A pattern repeated to the size, as a value in an object. */
const PARTS = ['\n', '\n ::', ' ', 'a', '$(A)', '$((', '`', '\\', '"', '\'', '{{', '{{ ', '{{ if', '#', '-', '.', '/', ',', '=', 'a=', ' -', '--a', '\t', '\u0000', '\u202e', '##[', '%', '&', '|', ';', '(', '[', '*', '0', '1', 'é', '\ud83d\ude00'];

const pod = (spec: unknown) => json({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'b' }, spec });
const container = (fields: object) => pod({ containers: [{ name: 'a', image: 'registry.example/a:1', ...fields }] });
const service = (selector: unknown, name = 'a') => json({ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'b' }, spec: { selector, ports: [{ port: 80 }] } });

/** Field paths that a long text is set at. */
const PLACES: { readonly [place: string]: (long: string) => string } = {
  'a selector': long => service({ app: long }),
  'a key of a selector': long => service({ [long]: 'a' }),
  'a name': long => service({ app: 'x' }, long),
  'a kind': long => json({ apiVersion: 'v1', kind: long || 'x', metadata: { name: 'a' } }),
  'a version': long => json({ apiVersion: long || 'x', kind: 'Deployment', metadata: { name: 'a' } }),
  'a field': long => json({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { [long]: 1, containers: [] } }),
  'a command': long => container({ command: ['sh', '-c', long] }),
  'a script of an engine': long => container({ image: 'vllm/vllm-openai:v0.10.0', command: ['sh', '-c', `vllm serve ${long}`] }),
  'an argument': long => container({ image: 'vllm/vllm-openai:v0.10.0', args: ['--model', long, `--tensor-parallel-size=${long}`] }),
  'a variable': long => container({ env: [{ name: 'A', value: long }, { name: long || 'x', value: '$(A)' }] }),
  'an image': long => container({ image: long || 'x' }),
  'a quantity': long => container({ resources: { limits: { cpu: long, memory: `1${long}` } } }),
  'a host': long => json({ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'a' }, spec: { rules: [{ host: long, http: { paths: [{ path: long, pathType: 'Exact', backend: { service: { name: long, port: { number: 1 } } } }] } }] } }),
  'a schedule': long => json({ apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'a' }, spec: { schedule: long, timeZone: long, jobTemplate: {} } }),
  'indexes': long => json({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'a' }, spec: { completionMode: 'Indexed', completions: 5, successPolicy: { rules: [{ succeededIndexes: long }] }, backoffLimitPerIndex: 1, template: {} } }),
  'an expression': long => json({ apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'a' }, spec: { selectors: [{ cel: { expression: long } }] } }),
  'an address': long => json({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { clusterIP: long, externalIPs: [long], ports: [{ port: 80, name: long }] } }),
  'an acknowledgement': long => json({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a', annotations: { 'cdk8s-ai-workloads/acknowledge': long } }, spec: { selector: { a: 'b' }, ports: [{ port: 80 }] } }),
  'an annotation': long => json({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', annotations: { [long]: long, a: long } }, data: { [long]: long } }),
  'a pattern': long => `${definition({ type: 'string', pattern: long })}\n${thing('aaaa')}`,
  'what a pattern is about': long => `${definition({ type: 'string', pattern: '^(a+)+$' })}\n${thing(long)}`,
  'what a format is about': long => ['date-time', 'uri', 'email', 'hostname', 'cidr', 'duration', 'byte', 'isbn', 'mac'].map(format => `${definition({ type: 'string', format })}\n${thing(long)}`).join('\n'),
};

function definition(schema: unknown): string {
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec: schema } } } }];
  return json({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'things.fuzz.example' }, spec: { group: 'fuzz.example', scope: 'Namespaced', names: { kind: 'Thing', plural: 'things' }, versions } });
}

function thing(spec: unknown, name = 'x'): string {
  return json({ apiVersion: 'fuzz.example/v1', kind: 'Thing', metadata: { name }, spec });
}

const IN_PLACES: readonly Shape[] = Object.entries(PLACES).flatMap(([place, within]) => PARTS.map(part => text(`${json(part)} again and again in ${place}`, count => within(part.repeat(count)))));

/** Texts of many parts, valid and invalid. */
const SOURCES: readonly Shape[] = [
  ...['[', ']', '{', '}', '[]', '{a: ', '- ', '? ', ': ', ',', '&a ', '*a ', '!a ', '!!str ', '"', '\'', '| ', '>', '#', '# x\n', '---\n', '...\n', '%YAML 1.1\n', '\n', '\r', '\r\n', '\t', ' ', 'a: 1\n', 'a:\n', '- a\n', '{a: 1}\n', '[]\n', '{}', '"a" ', '0 ', 'a ', '\\', '{{', '{{ a }}\n', '\ufeff', '<<: ', '@', '\u0085', '\u2028']
    .map(part => text(`${json(part)} as a file`, count => part.repeat(count))),
  ...['"', '\'', '|\n  ', '>\n  ', '', '[', '{', '&a ', '!<'].flatMap(open => ['\n', '\n  ', 'a\n  ', '  \n', 'a ', '\\n', '\\u0041', '\'\'', ': ', ' #', ', ', '\t', 'a, ', 'a: b, '].map(part =>
    text(`${json(part)} in ${json(open)}`, count => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: ${open}${part.repeat(count)}`))),
  text('keys of one map', count => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n${each(count, index => `  k${index}: v`)}`),
  text('keys that are all the same', count => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n${'  k: v\n'.repeat(count)}`),
  text('keys that look like numbers', count => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n${each(count, index => `  ${2 ** 31 + index * 7}: v`)}`),
  text('anchors and aliases', count => `a:\n${each(count, index => `- &a${index} [x]\n- *a${index}`)}`),
  text('one alias', count => `a: &a [x]\nb:\n${'- *a\n'.repeat(count)}`),
  text('merges', count => `a0: &a0 {k: v}\n${each(count, index => `a${index + 1}: &a${index + 1}\n  <<: *a${index}\n  k${index}: v`)}`),
];

const deployment = (index: number, labels: unknown = { app: `a${index}` }) => json({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: `d${index}`, namespace: 'b' }, spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'registry.example/a:1' }] } } },
});
const ORDERS = 1000;
const versus = (name: string, before: (count: number) => string, after: (count: number) => string): Shape => ({
  name: `${name}, against what was`,
  make: count => ({ args: ['lint', 'new.yaml', '--against', 'old.yaml'], files: [{ name: 'new.yaml', content: after(count) }, { name: 'old.yaml', content: before(count) }] }),
});
const set = (index: number, name = `s${index}`) => json({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name, namespace: 'b' }, spec: { serviceName: 'x', selector: { matchLabels: { app: `a${index}` } }, template: { metadata: { labels: { app: `a${index}` } }, spec: { containers: [{ name: 'a', image: 'registry.example/a:1' }] } } } });

/** Many objects that refer to each other. */
const OBJECTS: readonly Shape[] = [
  text('objects', count => each(count, index => deployment(index))),
  text('objects of one name', count => each(count, () => deployment(0))),
  text('workloads of the same labels', count => each(count, index => deployment(index, { app: 'a' }))),
  text('Services that select nothing', count => each(count, index => service({ app: `a${index}` }, `s${index}`))),
  text('Services with their workloads', count => each(count, index => `${service({ app: `a${index}` }, `s${index}`)}\n${deployment(index)}`)),
  text('a Service and many workloads', count => `${service({ app: 'x' })}\n${each(count, index => deployment(index))}`),
  text('findings that hold a long pattern', count => `${definition({ type: 'object', additionalProperties: { type: 'string', pattern: `^${'x'.repeat(20_000)}$` } })}\n${thing(Object.fromEntries(Array.from({ length: Math.min(count, 4000) }, (_, index) => [`k${index}`, 'v'])))}`),
  text('resources of one definition', count => `${definition({ type: 'string', pattern: '^(a|b)+$' })}\n${each(count, index => thing('abababx', `x${index}`))}`),
  text('containers', count => pod({ containers: Array.from({ length: count }, (_, index) => ({ name: `a${index}`, image: 'a:1', ports: [{ containerPort: 1 + index % 60_000 }] })) })),
  text('variables that refer to each other', count => container({ env: Array.from({ length: count }, (_, index) => ({ name: `A${index}`, value: `$(A${index - 1})` })) })),
  text('volumes and mounts', count => pod({ volumes: Array.from({ length: count }, (_, index) => ({ name: `v${index}`, emptyDir: {} })), containers: [{ name: 'a', image: 'a:1', volumeMounts: Array.from({ length: count }, (_, index) => ({ name: `v${count - index}`, mountPath: `/a/${index}` })) }] })),
  text('tolerations and terms', count => pod({ tolerations: Array.from({ length: count }, (_, index) => ({ key: `k${index}` })), containers: [] })),
  text('lines of acknowledgements', count => json({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', annotations: { 'cdk8s-ai-workloads/acknowledge': each(count, () => 'AIW2103: x') } } })),
  text('an unknown field in every object', count => each(count, index => deployment(index).replace('"replicas"', '"x"').replace('"image"', '"imag"'))),
  text('kinds that nobody knows', count => each(count, index => json({ apiVersion: 'a.example/v1', kind: `K${index}`, metadata: { name: 'a' } }))),
  versus('objects', count => each(count, index => deployment(index)), count => each(count, index => deployment(index, { app: 'x' }))),
  versus('objects of other names', count => each(count, index => set(index, `old${index}`)), count => each(count, index => set(index, `new${index}`))),
  versus('objects that went', count => each(count, index => set(index)), () => APP),
];

const configured = (name: string, make: (count: number) => unknown, most = ORDERS * 1000): Shape => ({
  name: `${name} in a configuration`,
  most,
  make: count => ({ args: ['lint', 'app.yaml', 'other'], files: [{ name: '.cdk8s-ai.yaml', content: json(make(count)) }, { name: 'app.yaml', content: APP }, { name: 'other/app.yaml', content: APP }] }),
});
const GLOBS = ['*a', '*', '**/', '+(a*|a)', '?', '[a]', '{a,b}', '!(a)', '(', 'a', '@(a|*)', '{1..9}', '\\', '/'];
const SETTINGS: readonly Shape[] = [
  ...GLOBS.flatMap(part => [
    configured(`${part} in ignore`, count => ({ ignore: [part.repeat(count)] })),
    configured(`${part} in acknowledge`, count => ({ acknowledge: [{ id: 'AIW2103', reason: 'x', object: `Service/${part.repeat(count)}`, file: part.repeat(count) }] })),
    configured(`${part} in outside`, count => ({ outside: [{ kind: 'Secret', name: part.repeat(count) }] })),
  ]),
  configured('entries of outside', count => ({ outside: Array.from({ length: count }, (_, index) => ({ kind: 'Secret', name: `a${index}*` })) })),
  configured('acknowledgements', count => ({ acknowledge: Array.from({ length: count }, () => ({ id: 'AIW2103', reason: 'x', object: 'Service/x*' })) })),
  configured('zones', count => ({ zones: Array.from({ length: count }, (_, index) => `z${index}`) })),
  configured('gates', count => ({ featureGates: { ['a'.repeat(count)]: true } })),
  configured('a name that is no setting', count => ({ ['a'.repeat(count)]: 1 })),
];

const ARGUMENTS: readonly Shape[] = [
  ...['zones', 'api', 'feature-gate', 'kubernetes', 'format', 'severity', 'x'].map((option): Shape => (
    { name: `a long --${option}`, most: LARGEST_ARGUMENT, make: count => ({ args: ['lint', 'app.yaml', `--${option}`, 'a,'.repeat(count)], files: [{ name: 'app.yaml', content: APP }] }) })),
  // Below the folder of the case: many slashes, and what leads upwards, name the root, with every file of the machine.
  ...GLOBS.map((part): Shape => ({ name: `${part} as a path`, most: LARGEST_ARGUMENT, make: count => ({ args: ['lint', `here/${part.repeat(count)}`], files: [{ name: 'here/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.yaml', content: APP }] }) })),
];

/** The same objects as a page: every name and value may stand in it, and every object has a place. */
const EXPLAINED = [...IN_PLACES, ...OBJECTS].map(({ name, make, most }): Shape => (
  { name: `${name}, explained`, most, make: count => ({ ...make(count), args: ['explain', 'app.yaml', '--format', 'html'] }) }));

export const SHAPES: readonly Shape[] = [...IN_PLACES, ...SOURCES, ...OBJECTS, ...SETTINGS, ...ARGUMENTS, ...EXPLAINED];
