import * as fs from 'fs';
import * as path from 'path';
import { Finding } from '../../../src/base/findings/finding';
import { PlainObject } from '../../../src/base/plain';
import { adopt, Adopted, Adoption, targetOf } from '../../../src/cli/adopt/adoption';
import { Variable } from '../../../src/cli/adopt/expression';
import { Patch } from '../../../src/cli/adopt/patches';
import { insteadText, programOf } from '../../../src/cli/adopt/program';
import { writeProject } from '../../../src/cli/adopt/project';
import { reportOf, summaryOf } from '../../../src/cli/adopt/report';
import { Cluster, DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { Manifest } from '../../../src/kubernetes/manifest';
import { temporaryFolder } from '../../hygiene/temporary';

const object = (kind: string, name: string, file = 'app.yaml', more: PlainObject = {}) =>
  new Manifest({ apiVersion: 'v1', kind, metadata: { name, namespace: 'ml' }, ...more }, { file });

const patch = (at: string, more: Partial<Patch> = {}): Patch => ({
  op: 'add',
  path: `/spec/${at}`,
  value: 1,
  isOfPods: false,
  ...more,
});

const finding = (id: string, about?: Manifest, more: Partial<Finding> = {}): Finding => ({
  id,
  title: `title of ${id}`,
  class: 'broken',
  message: `message of ${id}`,
  object: about?.reference,
  ...more,
});

type More = Partial<Adopted> & { readonly notes?: readonly string[] };

/** A construct that gives these objects back, each with its patches. */
function adopted(name: string, objects: readonly (readonly [Manifest, ...Patch[]])[], more: More = {}): Adopted {
  const construct = 'GpuInferenceDeployment';
  const { notes = [], ...rest } = more;
  const proposal = {
    construct,
    id: name,
    variable: new Variable(name),
    props: {},
    calls: [],
    notes,
    carrier: objects[0][0],
  } as const;
  const given = objects.map(([original, ...patches]) => ({ original, child: original.kind, patches }));
  return { removed: [], accepted: [], ...rest, proposal, objects: given };
}

const [A, A_SERVICE, B] = [object('Deployment', 'a'), object('Service', 'a'), object('Deployment', 'b')];
const PATCHED: Adoption = {
  adopted: [
    adopted(
      'a',
      [
        [A, patch('x', { isOfPods: true }), patch('y')],
        [A_SERVICE, patch('z')],
      ],
      {
        notes: ['first note', 'second | note'],
        removed: [
          { child: 'Service', text: 'Service a' },
          { child: 'Budget', text: 'Budget <a>' },
        ],
      },
    ),
    adopted('b', [[B]], { accepted: [finding('AIW3503'), finding('AIW3503'), finding('AIW3504')] }),
  ],
  kept: [{ original: object('ConfigMap', 'c', 'in/c.yaml'), reason: 'why | so', isWorkload: false }],
  differences: [],
};

describe('the summary', () => {
  test.each<[Adoption, string]>([
    [PATCHED, '3 of 4 objects come from 2 constructs with 3 patches; 1 stays as YAML.'],
    [{ ...PATCHED, adopted: [adopted('b', [[B]])], kept: [] }, '1 of 1 object comes from 1 construct; 0 stay as YAML.'],
    [
      { ...PATCHED, adopted: [adopted('b', [[B, patch('x')]])] },
      '1 of 2 objects comes from 1 construct with 1 patch; 1 stays as YAML.',
    ],
  ])('counts objects, constructs and patches', (adoption, text) => {
    expect(summaryOf(adoption)).toBe(text);
  });
});

describe('the report', () => {
  const errors = [
    finding('AIW2103', A_SERVICE),
    finding('AIW1101', B),
    finding('AIW1101', A),
    finding('AIW2103', A),
    finding('AIW9000', object('ConfigMap', 'c')),
  ];
  const report = reportOf({ adoption: PATCHED, errors, unread: ['a.txt: no YAML', 'b | c'] });
  const below = (heading: string) =>
    report
      .split('\n## ')
      .find(each => each.startsWith(heading))!
      .split('\n')
      .slice(2)
      .filter(line => line !== '');

  test('has a row for each object with its patches, and how many of them are of pods', () => {
    expect(below('Objects that constructs give').slice(2)).toEqual([
      '| Deployment ml/a | GpuInferenceDeployment | 2 | 1 |',
      '| Service ml/a | GpuInferenceDeployment | 1 | 0 |',
      '| Deployment ml/b | GpuInferenceDeployment | none: identical | 0 |',
    ]);
  });

  test('has for each construct its notes, what it adds, what is accepted, and each error of its objects once, in their order', () => {
    expect(below('GpuInferenceDeployment a').slice(0, 5)).toEqual([
      '- first note',
      '- second \\| note',
      '- Service a is not deployed: the construct would write it',
      '- Budget &lt;a> is not deployed: the construct would write it',
      '- the linter finds in what is deployed: AIW2103 (title of AIW2103), AIW1101 (title of AIW1101)',
    ]);
    expect(below('GpuInferenceDeployment b')).toEqual([
      '- accepted for now: AIW3503 (title of AIW3503), AIW3504 (title of AIW3504)',
      '- the linter finds in what is deployed: AIW1101 (title of AIW1101)',
      'Deployment ml/b: identical without a patch.',
    ]);
  });

  test('has a row for each patch: what is deployed, what stands there without it, and what becomes of pods', () => {
    const patches = [
      patch('x', { op: 'replace', value: 'new', instead: 'old', isOfPods: true }),
      patch('y', { op: 'remove', value: undefined, instead: { a: 1 } }),
      patch('z', { value: 'x'.repeat(200) }),
    ];

    const rows = reportOf({
      adoption: { ...PATCHED, adopted: [adopted('a', [[A, ...patches]])] },
      errors: [],
      unread: [],
    })
      .split('\n')
      .filter(line => line.startsWith('| spec.'));

    expect(rows).toEqual([
      '| spec.x | "new" | "old" | replaced |',
      '| spec.y | nothing | {"a":1} | stay |',
      `| spec.z | "${'x'.repeat(118)}… | the construct writes nothing here | stay |`,
    ]);
  });

  test('says why objects stay, what was not read, and what differs', () => {
    expect(below('Objects that stay as YAML').slice(2)).toEqual(['| ConfigMap ml/c | in/c.yaml | why \\| so |']);
    expect(below('What was not read')).toEqual(['- a.txt: no YAML', '- b \\| c']);
    expect(report).toContain('The app gives every object back as it is deployed');
    const differing = reportOf({
      adoption: { adopted: [], kept: [], differences: ['one', 'two | three'] },
      errors: [],
      unread: [],
    });
    expect(differing.split('\n').slice(4)).toEqual([
      'These fields are given otherwise:',
      '',
      '- one',
      '- two \\| three',
      '',
    ]);
  });
});

describe('the program', () => {
  const cluster: Cluster = {
    minor: '1.34',
    featureGates: { ImageVolume: true },
    apis: ['a/v1'],
    zones: ['a', 'b'],
    spareGpus: 0,
    gpusPerNode: 8,
  };

  test('is for the cluster that was asked about', () => {
    expect(programOf({ adopted: [], kept: [], differences: [] }, [], cluster)).toContain(
      "\nTarget.define(chart, { kubernetes: KubernetesVersion.V1_34, zones: ['a', 'b'], spareGpus: 0, gpusPerNode: 8, featureGates: { ImageVolume: true }, apis: ['a/v1'] });\n",
    );
    expect(targetOf({ minor: '1.36', featureGates: {} })).toEqual({ kubernetes: '1.36' });
  });

  test('patches pods and the rest apart, of each object', () => {
    const source = programOf(
      PATCHED,
      [
        { id: 'kept-x', path: 'kept/x/y.yaml' },
        { id: 'kept-z', path: 'kept/z.yaml' },
      ],
      DEFAULT_CLUSTER,
    );

    expect(
      source
        .split('\n')
        .filter(
          line => /^(?:\/\/|asDeployed|new|const|Checks|import|\w+\.node)/.test(line) || line.startsWith('  JsonPatch'),
        ),
    ).toEqual([
      "import * as path from 'path';",
      "import { ApiObject, App, Chart, Include, JsonPatch } from 'cdk8s';",
      "import { Checks, GpuInferenceDeployment, KubernetesVersion, Target } from 'cdk8s-ai-workloads';",
      "import { Construct } from 'constructs';",
      'const app = new App();',
      "const chart = new Chart(app, 'adopted');",
      '// Objects that stay as YAML: ADOPTED.md says why.',
      "new Include(chart, 'kept-x', { url: path.join(__dirname, 'kept', 'x', 'y.yaml') });",
      "new Include(chart, 'kept-z', { url: path.join(__dirname, 'kept', 'z.yaml') });",
      "const a = new GpuInferenceDeployment(chart, 'a', {});",
      "a.node.tryRemoveChild('Service'); // Service a is not deployed: without this line it is",
      "a.node.tryRemoveChild('Budget'); // Budget <a> is not deployed: without this line it is",
      '// Without one of these, pods are replaced.',
      "asDeployed(a, 'Deployment',",
      "  JsonPatch.add('/spec/x', 1),",
      '// Without one of these, no pod is replaced.',
      "asDeployed(a, 'Deployment',",
      "  JsonPatch.add('/spec/y', 1),",
      '// Without one of these, no pod is replaced.',
      "asDeployed(a, 'Service',",
      "  JsonPatch.add('/spec/z', 1),",
      "const b = new GpuInferenceDeployment(chart, 'b', {});",
      '// title of AIW3503: message of AIW3503',
      "Checks.of(b).acknowledge({ id: 'AIW3503', reason: 'deployed so before it was adopted' });",
      '// title of AIW3504: message of AIW3504',
      "Checks.of(b).acknowledge({ id: 'AIW3504', reason: 'deployed so before it was adopted' });",
    ]);
  });

  test('imports only what it uses', () => {
    const source = programOf({ ...PATCHED, adopted: [adopted('b', [[B]])] }, [], DEFAULT_CLUSTER);

    expect(source.split('\n').slice(0, 3)).toEqual([
      "import { App, Chart } from 'cdk8s';",
      "import { GpuInferenceDeployment, KubernetesVersion, Target } from 'cdk8s-ai-workloads';",
      '',
    ]);
    expect(source).toContain("\nnew GpuInferenceDeployment(chart, 'b', {});\n");
    expect(source).not.toContain('asDeployed');
  });

  test.each([
    [159, false],
    [160, false],
    [161, true],
  ])('says what a construct writes instead in %i characters, cut: %s', (length, isCut) => {
    const text = insteadText({ instead: 'x'.repeat(length - 2) });

    expect([text.endsWith('…'), text.length]).toEqual([isCut, 'the construct writes '.length + (isCut ? 158 : length)]);
  });
});

describe('the project', () => {
  function written(
    objects: readonly Manifest[],
    errors: readonly Finding[] = [],
    textOf: (file: string) => string | undefined = () => undefined,
  ) {
    const folder = path.join(temporaryFolder('adopt'), 'My App_2');
    const files = writeProject(folder, {
      adoption: adopt(objects, DEFAULT_CLUSTER),
      objects,
      cluster: DEFAULT_CLUSTER,
      errors,
      unread: [],
      textOf,
    });
    return { files, read: (name: string) => fs.readFileSync(path.join(folder, name), 'utf8') };
  }

  test('has a file for each that was read, below the folder that they share', () => {
    const objects = [
      object('ConfigMap', 'a', 'in/x/a.yml'),
      object('ConfigMap', 'b', 'in/x/y/b 1.json'),
      object('ConfigMap', 'c', 'in/z/c.yaml'),
      object('ConfigMap', 'd', 'in/x/a.yml'),
    ];

    const { files, read } = written(objects);

    const names = ['x/a.yaml', 'x/y/b-1.yaml', 'z/c.yaml'];
    expect(files).toEqual([
      ...names.flatMap(name => [`originals/${name}`, `kept/${name}`]),
      'main.ts',
      'cdk8s.yaml',
      'package.json',
      'tsconfig.json',
      '.gitignore',
      '.cdk8s-ai.yaml',
      'ADOPTED.md',
    ]);
    expect(read('originals/x/a.yaml').match(/name: \w/g)).toEqual(['name: a', 'name: d']);
    expect(read('main.ts').match(/new Include.*/g)).toEqual([
      "new Include(chart, 'kept-x-a.yaml', { url: path.join(__dirname, 'kept', 'x', 'a.yaml') });",
      "new Include(chart, 'kept-x-y-b-1.yaml', { url: path.join(__dirname, 'kept', 'x', 'y', 'b-1.yaml') });",
      "new Include(chart, 'kept-z-c.yaml', { url: path.join(__dirname, 'kept', 'z', 'c.yaml') });",
    ]);
  });

  test('keeps the text of a file that says the same, and writes anew what would be read otherwise', () => {
    const texts: { readonly [file: string]: string } = {
      'a.yaml': '# mine\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: ml}\n',
      'b.yaml': '# mine\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: other, namespace: ml}\n',
    };

    const { read } = written(
      [object('ConfigMap', 'a', 'a.yaml'), object('ConfigMap', 'b', 'b.yaml')],
      [],
      file => texts[file],
    );

    expect(read('kept/a.yaml')).toBe(texts['a.yaml']);
    expect(read('kept/b.yaml')).toContain('name: b\n');
    expect(read('kept/b.yaml')).not.toContain('# mine');
  });

  test('accepts each error of each object once', () => {
    const [a, b] = [object('ConfigMap', 'a'), object('ConfigMap', 'b')];
    const whole = new Manifest({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ml' } });

    const { read } = written(
      [a, b],
      [
        finding('AIW1101', a),
        finding('AIW1101', b),
        finding('AIW1101', a),
        finding('AIW2103', a),
        finding('AIW2103', whole),
      ],
    );

    expect(read('.cdk8s-ai.yaml').match(/(?:id|object): .*/g)).toEqual([
      'id: AIW1101',
      'object: ConfigMap/ml/a',
      'id: AIW1101',
      'object: ConfigMap/ml/b',
      'id: AIW2103',
      'object: ConfigMap/ml/a',
      'id: AIW2103',
      'object: Namespace/ml',
    ]);
    expect(read('.cdk8s-ai.yaml')).toContain(`kubernetes:\n  - "${DEFAULT_CLUSTER.minor}"\n`);
    expect(written([a]).read('.cdk8s-ai.yaml')).not.toContain('acknowledge');
  });

  test('is a package named for its folder, that asks for what it was checked with', () => {
    const own = JSON.parse(fs.readFileSync(path.join(__dirname, '../../../package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
      version: string;
    };

    const { name, scripts, dependencies } = JSON.parse(written([A]).read('package.json')) as {
      name: string;
      scripts: Record<string, string>;
      dependencies: Record<string, string>;
    };

    expect([name, scripts.check]).toEqual([
      'my-app-2',
      'npm run synth && cdk8s-ai adopt --compare originals dist && cdk8s-ai lint dist --against originals',
    ]);
    expect(dependencies).toEqual({
      'cdk8s': own.devDependencies.cdk8s,
      'cdk8s-ai-workloads': own.version,
      'cdk8s-plus-28': own.devDependencies['cdk8s-plus-28'],
      'constructs': own.devDependencies.constructs,
    });
  });
});
