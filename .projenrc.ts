import { cdk8s } from 'projen';
import { Stability } from 'projen/lib/cdk';
import { WorkflowSteps } from 'projen/lib/github';
import { Job, JobPermission, JobStep } from 'projen/lib/github/workflows-model';
import { JestReporter, NodePackageManager, NpmAccess, NpmConfig, TypescriptConfig, TypescriptConfigExtends, UpdateSnapshot } from 'projen/lib/javascript';
import { ReleaseTrigger } from 'projen/lib/release';
import { checkTypesAndStyle } from './projenrc/types-and-style';

// The newest releases the library is built and tested with; the peer floors are lower (see docs/architecture.md).
const CDK8S = '2.70.106';
const CDK8S_PLUS = '2.5.6';
const CONSTRUCTS = '10.8.1';

const TS_NODE = ['ts-node', '--transpile-only', '--project', 'build-tools/tsconfig.json'];

// TypeScript that is checked and linted but not part of the library.
const DEV_DIRECTORIES = ['examples', 'bench', 'build-tools', 'cluster', 'languages'];
const DEV_TSCONFIG = 'test/tsconfig.json';
const LINTED = ['src', 'test', ...DEV_DIRECTORIES, 'projenrc', '.projenrc.ts'];

const project = new cdk8s.ConstructLibraryCdk8s({
  name: 'cdk8s-ai-workloads',
  description: 'Typed, validated cdk8s constructs for AI training and inference on Kubernetes',
  author: 'cdk8s-ai-workloads authors',
  authorAddress: 'cdk8s-ai-workloads@users.noreply.github.com',
  repositoryUrl: 'https://github.com/cdk8s-ai-workloads/cdk8s-ai-workloads.git',
  license: 'Apache-2.0',
  copyrightOwner: 'The cdk8s-ai-workloads authors',
  defaultReleaseBranch: 'main',
  projenrcTs: true,
  packageManager: NodePackageManager.NPM,
  npmAccess: NpmAccess.PUBLIC,
  minNodeVersion: '20.16.0',
  keywords: ['cdk8s', 'kubernetes', 'ai', 'llm', 'gpu', 'training', 'inference', 'leaderworkerset', 'statefulset', 'job'],

  cdk8sVersion: '2.70.0',
  constructsVersion: '10.5.0',
  peerDeps: ['cdk8s-plus-28@^2.5.6'],
  peerDependencyOptions: { pinnedDevDependency: false },
  devDeps: [
    // Dashboards are compared with what it writes; its modules are too many to load or to bundle (docs/architecture.md).
    '@grafana/grafana-foundation-sdk@~0.0.21',
    '@microsoft/jest-sarif@1.0.0-beta.0',
    // The newest line that runs on Node 20.
    '@stryker-mutator/api@^9.6.1',
    '@stryker-mutator/core@^9.6.1',
    '@stryker-mutator/instrumenter@^9.6.1',
    '@stryker-mutator/jest-runner@^9.6.1',
    // Transpiles for jest (build-tools/transpile.js).
    '@swc/core@^1',
    '@types/picomatch',
    // Reads the reports that are XML, in tests.
    '@xmldom/xmldom@^0.9.12',
    '@types/sarif',
    'ajv@^8',
    `cdk8s@${CDK8S}`,
    'cdk8s-cli@2.207.60',
    `cdk8s-plus-28@${CDK8S_PLUS}`,
    // The newest line that runs on Node 20.
    'concurrently@^9',
    `constructs@${CONSTRUCTS}`,
    // The newest line that runs on Node 20.
    'dependency-cruiser@^17.4.3',
    'fast-check',
    // Reads and draws the flowcharts of `explain` in a browser: the newest line that runs on Node 20.
    'mermaid@^11',
    // Types and style (projenrc/types-and-style.ts).
    'oxlint@^1',
    'oxlint-tsgolint@^7',
    'picomatch@^4.0.7',
    // Opens the page of `explain` in the browser of the system; it brings none.
    'playwright-core',
    're2js@^2.10.0',
    'tinybench',
    'yaml',
  ],

  jsiiVersion: '~6.0.0',
  typescriptVersion: '~6.0.0',
  // docs/releases.md says what may change before 1.0.
  stability: Stability.EXPERIMENTAL,
  npmTrustedPublishing: true,
  publishToPypi: { distName: 'cdk8s-ai-workloads', module: 'cdk8s_ai_workloads', trustedPublishing: true },
  publishToMaven: {
    javaPackage: 'io.github.cdk8saiworkloads',
    // Maven Central gives an owner of a repository the group of that name, and no other.
    mavenGroupId: 'io.github.cdk8s-ai-workloads',
    mavenArtifactId: 'cdk8s-ai-workloads',
    mavenServerId: 'central-ossrh',
  },
  publishToNuget: { dotNetNamespace: 'Cdk8sAiWorkloads', packageId: 'Cdk8sAiWorkloads', trustedPublishing: true },
  publishToGo: { moduleName: 'github.com/cdk8s-ai-workloads/cdk8s-ai-workloads-go' },

  // `lib` is read by Node at every start of a user's app: inline maps would double what is parsed, and the output is plain ES2022 anyway.
  tsconfig: { compilerOptions: { inlineSourceMap: false, inlineSources: false, types: ['node'] } },
  // One program over everything that is TypeScript here: the type check of `npm test` and ESLint read it.
  tsconfigDev: {
    include: ['../src/**/*.ts', ...DEV_DIRECTORIES.map(directory => `../${directory}/**/*.ts`), '../.projenrc.ts'],
    // jsii wants types re-exported by plain `export {}`, which isolated modules forbid.
    compilerOptions: { isolatedModules: false, types: ['jest', 'node'], paths: { 'cdk8s-ai-workloads': ['../src/index.ts'] } },
  },
  typecheckTests: true,
  eslintOptions: {
    dirs: ['src'],
    devdirs: ['test', ...DEV_DIRECTORIES],
    tsconfigPath: `./${DEV_TSCONFIG}`,
    projectService: false,
    // `npm test` reports and changes nothing; `npm run eslint -- --fix` repairs.
    commandOptions: { fix: false, extraArgs: ['--max-warnings', '0'] },
  },
  jestOptions: {
    junitReporting: false,
    // A snapshot changes by `npx jest -u`, never by running the tests.
    updateSnapshot: UpdateSnapshot.NEVER,
    jestConfig: {
      moduleNameMapper: { '^cdk8s-ai-workloads$': '<rootDir>/src/index.ts' },
      modulePathIgnorePatterns: ['<rootDir>/dist/'],
      setupFiles: ['<rootDir>/test/setup.ts'],
      setupFilesAfterEnv: ['<rootDir>/test/hygiene/every-test-asserts.ts', '<rootDir>/test/hygiene/after-all-tests.ts'],
      globalSetup: '<rootDir>/test/hygiene/global-setup.ts',
      globalTeardown: '<rootDir>/test/hygiene/global-teardown.ts',
      // Jest leaves one processor free, which is half of two.
      maxWorkers: '100%',
      // Tests of a file run in a random order; the report ends with its seed.
      randomize: true,
      collectCoverage: false,
      // One file prints as many as a thousand names otherwise, most of them of tests that `-t` left out.
      verbose: false,
      reporters: [new JestReporter('<rootDir>/build-tools/jest/tests-that-ran.js'), new JestReporter('<rootDir>/build-tools/jest/slowest-files.js')],
    },
  },

  // package.json `files` says what is published.
  npmignoreEnabled: false,

  // Somebody starts a release; which one, and what stands in its notes, CHANGELOG.md says (docs/releases.md).
  release: true,
  releaseTrigger: ReleaseTrigger.workflowDispatch(),
  nextVersionCommand: [...TS_NODE, 'build-tools/changelog.ts', 'version'].join(' '),
  // The newest line that runs on Node 20.
  bumpPackage: 'commit-and-tag-version@^12',
  workflowNodeVersion: '22',
  githubOptions: { pullRequestLint: false, mergify: false },
  autoMerge: false,
  buildWorkflowOptions: { mutableBuild: false },
  pullRequestTemplateContents: [
    'What is better for whom, and how you saw it (commands and what they printed).',
    '',
    '- [ ] A test fails without the change.',
    '- [ ] `npm test` passes; generated files are fresh (`npm run build`).',
    '- [ ] No name, selector, claim or DNS name of an existing app moves, or CHANGELOG.md says which and what to do.',
  ],
  depsUpgradeOptions: { workflowOptions: { labels: ['dependencies'] } },
});

// Of 1.13.0 the registry served the bindings of four platforms only when this was locked; `npm ci` refuses a lock file without the others.
project.package.addPackageResolutions('unrs-resolver@1.12.2');

project.package.addField('files', ['lib', 'bin', 'testing', '.jsii', '.jsii.tabl.json', 'API.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'docs', 'examples/*/*.ts', 'templates']);
project.package.addBin({ 'cdk8s-ai': 'bin/cdk8s-ai' });
// The index and the matchers for tests are importable: every other module may change. It also lets examples import the library by its name.
project.package.addField('exports', {
  '.': { types: './lib/index.d.ts', default: './lib/index.js' },
  './testing': { types: './testing/index.d.ts', default: './testing/index.js' },
  './testing/jest': { types: './testing/jest.d.ts', default: './testing/jest.js' },
  './testing/jest-globals': { types: './testing/jest-globals.d.ts', default: './testing/jest-globals.js' },
  './testing/vitest': { types: './testing/vitest.d.mts', default: './testing/vitest.mjs' },
  './.jsii': './.jsii',
  './package.json': './package.json',
});

// Keeps the address of whatever registry an author uses out of package-lock.json.
new NpmConfig(project).addConfig('omit-lockfile-registry-resolved', 'true');

checkTypesAndStyle(project, DEV_TSCONFIG, LINTED);

// projen would add its own patterns to those given in the options.
project.jest!.config.testMatch = ['<rootDir>/test/**/*.test.ts'];
// Types are checked beside the tests, so jest transpiles each file by itself, which is several times faster.
project.jest!.config.transform = {
  '^.+\\.[t]sx?$': '<rootDir>/build-tools/transpile.js',
};
// cluster/jest.config.json has the same: one place for what is transpiled.
project.jest!.config.id = 'cdk8s-ai-workloads';

const JEST = 'node_modules/jest/bin/jest.js';
/** A larger young generation: what tests make is short-lived. */
const YOUNG = '--max-semi-space-size=64';
/** V8 optimizes a function later: most run too seldom for that to pay. */
const LATE = '--interrupt-budget=300000';

/** What users install, as it is now and not of the last time. Who sets the variable has compiled: `.ci/run` does it once. */
const COMPILED = { spawn: 'compile', condition: 'node -e "process.exit(process.env.LIBRARY_IS_COMPILED ? 1 : 0)"' };
project.addTask('test:slow', {
  description: 'Compiles, and runs the tests that npm test leaves out; takes file names and the options of jest',
  steps: [COMPILED, { execArgs: ['node', YOUNG, JEST, '--testMatch', '<rootDir>/test/**/*.slow.test.ts', '--ci'], receiveArgs: true }],
});
project.addTask('test:built', {
  description: 'Compiles, and runs the fast tests of what the library does on what users install; takes file names and the options of jest',
  env: { BUILT_LIBRARY: '1' },
  steps: [COMPILED, { execArgs: ['node', YOUNG, LATE, JEST, '--ci', '--config', 'build-tools/jest/fast.config.js'], receiveArgs: true }],
});
project.addTask('test:isolated', {
  description: 'Runs the fast tests as jest isolates them, each file with modules of its own; npm test loads them once a group',
  steps: [{ execArgs: ['jest', '--ci', '--config', 'build-tools/jest/isolated.config.js'], receiveArgs: true }],
});
project.addTask('test:browser', {
  description: 'Opens the pages and pictures of explain in Chromium (apt-get install chromium); SCREENSHOTS=FOLDER keeps what they look like',
  steps: [{ execArgs: ['jest', '--testMatch', '<rootDir>/test/**/*.browser.ts', '--ci'], receiveArgs: true }],
});
// Types and style are checked beside the tests, which leave a processor idle now and then.
project.testTask.reset();
project.testTask.addSteps({
  execArgs: [
    'concurrently', '--group', '--prefix', 'none', '--passthrough-arguments',
    `node ${YOUNG} ${LATE} ${JEST} --ci --config build-tools/jest/fast.config.js {@}`,
    'projen oxlint',
    '--',
  ],
  receiveArgs: true,
});
project.testTask.say('Not run: tests of processes and of thousands of random inputs (npm run test:slow), of a browser (npm run test:browser), and of a real control plane (npm run test:cluster)');

// What users may give, as data for the check at run time. Before the compiler, which takes it into lib.
project.preCompileTask.exec([...TS_NODE, 'build-tools/given.ts'].join(' '));
// jsii writes an index that loads every module at once.
project.compileTask.exec('node build-tools/lazy-index.js');
project.compileTask.exec('node build-tools/late-rules.js');
// A few files instead of 700: most of a small run, and of the start of an app, is looking for modules.
project.compileTask.exec('node build-tools/bundle-modules.js');

// projen writes the notes of a release from commits; people read what CHANGELOG.md says.
project.tasks.tryFind('bump')!.exec([...TS_NODE, 'build-tools/changelog.ts', 'notes', 'dist/changelog.md'].join(' '), { condition: 'test -f dist/changelog.md' });

project.addTask('release:dry', {
  description: 'All of a release but the upload, in a copy: version, notes, packages, their metadata, and apps in each language that install them (docs/releases.md)',
  steps: [{ execArgs: [...TS_NODE, 'build-tools/release-dry.ts'], receiveArgs: true }],
});

/** A job of its own beside the build, on a checkout with a Node.js. */
function afterBuild(name: string, steps: JobStep[], options: Pick<Job, 'env' | 'strategy'> & { readonly node?: string } = {}): void {
  const { node = '22', ...others } = options;
  project.buildWorkflow!.addPostBuildJob(name, {
    permissions: { contents: JobPermission.READ },
    runsOn: ['ubuntu-latest'],
    ...others,
    steps: [WorkflowSteps.checkout(), { uses: 'actions/setup-node@v6', with: { 'node-version': node } }, ...steps],
  });
}

// The library and its tests run on each line of Node.js that is alive; 20, whose life has ended, stays for those who have it.
afterBuild('node', [{ run: 'npm ci' }, { run: 'npm test' }], { node: '${{ matrix.node }}', strategy: { matrix: { domain: { node: ['20', '24'] } } } });
// What npm test does faster: ESLint, and every test file in jest's own isolation.
afterBuild('isolated', [{ run: 'npm ci' }, { run: 'npm run eslint' }, { run: 'npm run test:isolated' }]);
afterBuild('site', [{ run: 'npm ci' }, { run: 'npx projen compile' }, { run: 'npm run docs:site' }, { run: 'npm run test:site' }], { env: { CHROMIUM: '/usr/bin/google-chrome' } });
// What a user installs, in a folder of its own: the package without its scripts, and the peers that npm chooses. Licences are held by test/project/licences.test.ts.
afterBuild('audit', [
  { run: 'npm pack --ignore-scripts --pack-destination "$RUNNER_TEMP"' },
  { run: 'mkdir "$RUNNER_TEMP/user" && cd "$RUNNER_TEMP/user" && npm init -y && npm install --ignore-scripts ../*.tgz && npm audit --audit-level=high' },
]);
afterBuild('languages', [
  { uses: 'actions/setup-python@v6', with: { 'python-version': '3.12' } },
  { uses: 'actions/setup-go@v6', with: { 'go-version': '1.26' } },
  { uses: 'actions/setup-java@v5', with: { 'distribution': 'temurin', 'java-version': '17' } },
  { run: 'npm ci' },
  { run: 'npm run test:languages' },
]);

// Examples in the words of each language, for its package: jsii's translations, compiled first.
project.package.addField('jsiiRosetta', { strict: true, exampleDependencies: { '@types/node': '^20' } });
project.addGitIgnore('/.jsii.tabl.json');
const translate = project.addTask('translate', {
  description: 'Translates the examples of README and classes into the other languages (.jsii.tabl.json), for the packages',
  steps: [{ exec: 'jsii-rosetta extract --strict .' }, { exec: [...TS_NODE, 'build-tools/tablet.ts'].join(' ') }],
});
for (const language of ['js', 'python', 'java', 'go', 'dotnet']) {
  project.tasks.tryFind(`package:${language}`)!.prependSpawn(translate, { condition: 'test ! .jsii.tabl.json -nt .jsii' });
}

// Java and .NET need their own SDKs: `npm run build` packs for npm, `npm run package-all` for everything.
project.packageTask.reset();
project.packageTask.spawn(project.tasks.tryFind('package:js')!);

project.addTask('demo', {
  description: 'Builds the library, runs every app of examples/ into dist/<example>/ and checks what was written',
  steps: [COMPILED, { execArgs: [...TS_NODE, 'build-tools/demo.ts'], receiveArgs: true }],
});

project.addTask('test:languages', {
  description: 'Builds the library for other languages (python, go, java, dotnet), and compares what apps in them write and are told with TypeScript',
  steps: [COMPILED, { execArgs: [...TS_NODE, 'languages/test.ts'], receiveArgs: true }],
});

project.addTask('bench', {
  description: 'Builds the library and prints its cost as ratios; --write updates docs/benchmarks.md',
  steps: [{ spawn: project.compileTask.name }, { execArgs: [...TS_NODE, 'bench/main.ts'], receiveArgs: true }],
});

project.addTask('checkers', {
  description: 'Counts which mistakes kubeconform and kube-score find in the fixtures of the rules; --write updates docs/compared.md, --each lists them',
  steps: [{ execArgs: [...TS_NODE, 'bench/checkers.ts'], receiveArgs: true }],
});

// API.md is complete, for tools of jsii; people read the reference, a page a construct or topic.
project.tasks.tryFind('docgen')!.exec([...TS_NODE, 'build-tools/reference.ts'].join(' '));

project.addTask('docs:reference', {
  description: 'Writes docs/reference from the last build (projen compile), as docgen does; --check compares only',
  steps: [{ execArgs: [...TS_NODE, 'build-tools/reference.ts'], receiveArgs: true }],
});

project.addTask('docs:site', {
  description: 'Builds the documents as a static site into site/dist, with the last build (projen compile); SITE_BASE=/name/ for one that is not at the root of its host',
  steps: [{ execArgs: [...TS_NODE, 'build-tools/site.ts'], receiveArgs: true }],
});
project.addTask('test:site', {
  description: 'Checks every link of site/dist, and opens its pages in Chromium (apt-get install chromium); SCREENSHOTS=FOLDER keeps what they look like',
  steps: [{ execArgs: ['jest', '--testMatch', '<rootDir>/test/**/*.site.ts', '--ci'], receiveArgs: true }],
});

project.addTask('docs:rules', {
  description: 'Writes docs/rules from the rules, notices and fixtures; --check compares only',
  steps: [{ execArgs: [...TS_NODE, 'build-tools/rule-docs.ts'], receiveArgs: true }],
});

project.addTask('given', {
  description: 'Writes src/given/types.generated.ts, by which props are checked at run time, from the types of the public face; --check compares only',
  steps: [{ execArgs: [...TS_NODE, 'build-tools/given.ts'], receiveArgs: true }],
});

project.addTask('floors', {
  description: 'Looks for imports that go up or round in src and draws its floors into docs/architecture.md; --check draws nothing',
  steps: [{ execArgs: [...TS_NODE, 'build-tools/floors.ts'], receiveArgs: true }],
});

project.addTask('mutate', {
  description: 'Changes the sources one place at a time and tells the changes that no test notices; takes folders, --sample, --seed and --write',
  steps: [{ execArgs: [...TS_NODE, 'build-tools/mutate/main.ts'], receiveArgs: true }],
});

project.addTask('fuzz:hostile', {
  description: 'The program on what strangers may give it; --minutes, --cases, --seed and --only narrow it, --path repeats one case',
  steps: [{ execArgs: [...TS_NODE, 'test/hostile/main.ts'], receiveArgs: true }],
});

const clusterTask = (name: string, description: string, script: string) =>
  project.addTask(name, { description, steps: [{ execArgs: [...TS_NODE, `cluster/commands/${script}.ts`], receiveArgs: true }] });
clusterTask('cluster:build', 'Builds the control plane of the cluster tests from Go modules into the cache; does nothing when it is there', 'build');
clusterTask('cluster:up', 'Starts a cluster with fake GPU nodes and prints its kubeconfig; --kubernetes 1.34 chooses the minor', 'up');
clusterTask('cluster:down', 'Stops the clusters that cluster:up left', 'down');
clusterTask('cluster:pin', 'Pins the API server of a minor as it was released, for fuzz:checks --released: npm run cluster:pin -- 1.33', 'pin');
clusterTask('measure', 'Asks the API servers of all minors which fields they keep and writes the measured tables; --check compares only', 'measure');
clusterTask('measure:custom', 'Reads the definitions of custom resources out of their Go modules and writes their structures', 'custom');
clusterTask('verdicts', 'Records what an API server says of mutated manifests, for the unit tests of the validation; --mutations, --pods, --seed', 'verdicts');
clusterTask('fuzz:checks', 'Mutated manifests against the API servers of all minors and the checks; --cases, --seed, --kubernetes and --kind narrow it', 'fuzz-checks');
clusterTask('fuzz', 'Random apps against the API servers of all minors; --cases, --kubernetes, --pattern and --seed narrow it', 'fuzz');
project.addTask('test:cluster', {
  description: 'Runs the tests that need a real control plane; takes file names and the options of jest',
  steps: [{ execArgs: ['jest', '--ci', '--config', 'cluster/jest.config.json'], receiveArgs: true }],
});

project.addTask('test:chaos-mesh', {
  description: 'Experiments on the real controller of Chaos Mesh, which the first run builds: about 5 minutes of processor time',
  steps: [{ execArgs: ['jest', '--ci', '--config', 'cluster/jest.config.json', '--testMatch', '<rootDir>/cluster/apart/chaos-mesh.test.ts'], receiveArgs: true }],
});

project.addTask('test:keda', {
  description: 'Autoscalers on the real operator, metrics server and webhooks of KEDA, which the first run builds: some minutes of processor time',
  steps: [{ execArgs: ['jest', '--ci', '--config', 'cluster/jest.config.json', '--testMatch', '<rootDir>/cluster/apart/keda.test.ts'], receiveArgs: true }],
});

project.addTask('test:queues-and-gangs', {
  description: 'Queues and gangs on the real Kueue and the real schedulers of Volcano and coscheduling, which the first run builds: about 10 minutes of processor time',
  steps: [{ execArgs: ['jest', '--ci', '--config', 'cluster/jest.config.json', '--testMatch', '<rootDir>/cluster/apart/{kueue,gang-scheduling}.test.ts'], receiveArgs: true }],
});

for (const measured of ['/src/given/types.generated.ts', '/src/kubernetes/release/measured/*.generated.ts', '/src/kubernetes/schema/**/*.generated.ts', '/cluster/measured-tables/measured/*.json', '/docs/rules/*.md', '/docs/reference/*.md']) {
  project.gitattributes.addAttributes(measured, 'linguist-generated');
}

// ts-node transpiles with swc, in a tenth of the time that TypeScript takes. The configurations below inherit it.
project.tsconfigDev.file.addOverride('ts-node', { swc: true });

// Editors and ts-node look for the nearest tsconfig.json.
for (const directory of DEV_DIRECTORIES) {
  new TypescriptConfig(project, {
    fileName: `${directory}/tsconfig.json`,
    extends: TypescriptConfigExtends.fromTypescriptConfigs([project.tsconfigDev]),
    include: ['**/*.ts'],
    compilerOptions: {},
  });
}

// The site is built from what is committed; its packages are its own (site/package-lock.json).
project.gitignore.addPatterns('/site/pages/', '/site/dist/', '/site/.cache/', '/site/.vitepress/.temp/');

project.synth();
