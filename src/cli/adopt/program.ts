import { Adopted, Adoption, CHART_ID, targetOf } from './adoption';
import { Expression, namesIn, packageOf, quoted, sourceOf, variablesIn } from './expression';
import { Patch, fieldOf } from './patches';
import { inOneLine } from '../../base/text/printable';
import { Cluster } from '../../kubernetes/cluster';

/** What the program includes as YAML, by path below its folder. */
export interface IncludedFile {
  readonly id: string;
  readonly path: string;
}

/** The program that gives the objects back. */
export function programOf({ adopted }: Adoption, included: readonly IncludedFile[], cluster: Cluster): string {
  const handles = new Set(adopted.flatMap(({ proposal }) => Object.values(proposal.props)));
  const body = [
    ...includes(included),
    ...adopted.flatMap(each => ['', ...statements(each, handles)]),
  ];
  const target = targetSource(cluster);
  return [
    ...imports(adopted, included.length > 0),
    '',
    'const app = new App();',
    `const chart = new Chart(app, ${quoted(CHART_ID)});`,
    target,
    ...body,
    '',
    'app.synth();',
    ...adopted.some(({ objects }) => objects.some(({ patches }) => patches.length > 0)) ? ['', ...PATCH_HELPER] : [],
    '',
  ].join('\n');
}

const PATCH_HELPER = [
  '/** Leaves an object of a construct as it is deployed. */',
  'function asDeployed(workload: Construct, object: string, ...patches: JsonPatch[]): void {',
  '  (workload.node.findChild(object) as ApiObject).addJsonPatch(...patches);',
  '}',
];

function imports(adopted: readonly Adopted[], isIncluding: boolean): string[] {
  const used = new Set(adopted.flatMap(({ proposal }) => namesIn(proposal.props)));
  const of = (name: string) => [...used].filter(each => packageOf(each) === name);
  const hasPatches = adopted.some(({ objects }) => objects.some(({ patches }) => patches.length > 0));
  const accepts = adopted.some(({ accepted }) => accepted.length > 0);
  const cdk8s = ['App', 'Chart', ...hasPatches ? ['ApiObject', 'JsonPatch'] : [], ...isIncluding ? ['Include'] : [], ...of('cdk8s')].sort();
  const own = ['KubernetesVersion', 'Target', ...accepts ? ['Checks'] : [], ...new Set(adopted.map(({ proposal }) => proposal.construct)), ...of('cdk8s-ai-workloads')];
  return [
    ...isIncluding ? ['import * as path from \'path\';'] : [],
    `import { ${cdk8s.join(', ')} } from 'cdk8s';`,
    ...wrapped([...new Set(own)].sort(), 'cdk8s-ai-workloads'),
    ...used.has('kplus') ? ['import * as kplus from \'cdk8s-plus-28\';'] : [],
    ...hasPatches ? ['import { Construct } from \'constructs\';'] : [],
  ];
}

function wrapped(names: readonly string[], from: string): string[] {
  const line = `import { ${names.join(', ')} } from '${from}';`;
  return line.length <= 140 ? [line] : ['import {', ...names.map(each => `  ${each},`), `} from '${from}';`];
}

function targetSource(cluster: Cluster): string {
  const { kubernetes, ...rest } = targetOf(cluster);
  const props = [`kubernetes: KubernetesVersion.V${cluster.minor.replace('.', '_')}`, ...Object.entries(rest).map(([key, value]) => `${key}: ${sourceOf(value as Expression)}`)];
  return `Target.define(chart, { ${props.join(', ')} });`;
}

function includes(files: readonly IncludedFile[]): string[] {
  return files.length === 0 ? [] : [
    '',
    '// Objects that stay as YAML: ADOPTED.md says why.',
    ...files.map(({ id, path }) => `new Include(chart, ${quoted(id)}, { url: path.join(__dirname, ${path.split('/').map(quoted).join(', ')}) });`),
  ];
}

function statements({ proposal, objects, removed, accepted }: Adopted, handles: ReadonlySet<Expression>): string[] {
  const { construct, id, props, calls, variable: { name: variable } } = proposal;
  const isUsed = handles.has(proposal.variable) || calls.length > 0 ||
    removed.length > 0 || accepted.length > 0 || objects.some(({ patches }) => patches.length > 0);
  return [
    ...variablesIn(props).map(({ name, value }) => `const ${name} = ${sourceOf(value!)};`),
    `${isUsed ? `const ${variable} = ` : ''}new ${construct}(chart, ${quoted(id)}, ${sourceOf(props)});`,
    ...calls.map(method => `${variable}.${method}(); // an autoscaler that is YAML decides the replicas`),
    ...removed.map(({ child, text }) => `${variable}.node.tryRemoveChild(${quoted(child)}); // ${comment(`${text} is not deployed: without this line it is`)}`),
    ...objects.flatMap(({ child, patches }) => patchesSource(variable, child, patches)),
    ...acknowledgements(variable, accepted),
  ];
}

function patchesSource(variable: string, child: string, patches: readonly Patch[]): string[] {
  const groups = [
    { title: 'Without one of these, pods are replaced.', patches: patches.filter(each => each.isOfPods) },
    { title: 'Without one of these, no pod is replaced.', patches: patches.filter(each => !each.isOfPods) },
  ].filter(group => group.patches.length > 0);
  return groups.flatMap(group => [
    `// ${group.title}`,
    `asDeployed(${variable}, ${quoted(child)},`,
    ...group.patches.flatMap(patch => [
      `  // ${comment(`${fieldOf(patch.path)}: ${insteadText(patch)}`)}`,
      `  JsonPatch.${patch.op}(${quoted(patch.path)}${patch.op === 'remove' ? '' : `, ${sourceOf(patch.value as Expression, '  ')}`}),`,
    ]),
    ');',
  ]);
}

/** What a construct says where the patch stands. */
export function insteadText({ instead }: Pick<Patch, 'instead'>): string {
  const text = instead === undefined ? '' : JSON.stringify(instead);
  return instead === undefined ? 'the construct writes nothing here' : `the construct writes ${text.length > 160 ? `${text.slice(0, 157)}…` : text}`;
}

function acknowledgements(variable: string, accepted: Adopted['accepted']): string[] {
  const ids = [...new Map(accepted.map(finding => [finding.id, finding]))];
  return ids.flatMap(([id, finding]) => [
    `// ${comment(`${finding.title}: ${finding.message}`)}`,
    `Checks.of(${variable}).acknowledge({ id: ${quoted(id)}, reason: 'deployed so before it was adopted' });`,
  ]);
}

/** Text of manifests in a comment of one line. */
function comment(text: string): string {
  const line = inOneLine(text);
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
