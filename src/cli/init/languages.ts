/** What differs between projects of different languages beside their files: how they are installed, run and checked. README and CI are written from it. */
export interface Language {
  /** What a person types once. */
  readonly install: string;
  /** The same on a build server; where it is left out, it is no different. */
  readonly ciInstall?: string;
  readonly synth: string;
  readonly test: string;
  /** How the program of the package is started in the project. */
  readonly program: string;
  /** Its command for CI and people. */
  readonly lint: string;
  /** What cdk8s-cli runs. */
  readonly app: string;
  /** Where cdk8s-cli finds the checks. */
  readonly plugin: string;
  /** The file with the app. */
  readonly source: string;
  readonly needs: string;
  /** Steps of a workflow of GitHub, beside Node.js. */
  readonly githubSetup: readonly string[];
  readonly gitlabImage: string;
  /** Commands that bring into GitLab's image what it lacks. */
  readonly gitlabSetup: readonly string[];
}

/** Where the package is no dependency of npm. Its version is named; `npx cdk8s-ai` would ask the registry for a package of that name, which is not this one. */
const FROM_REGISTRY = 'npx --yes --package cdk8s-ai-workloads@{{version}} cdk8s-ai';

/** What cdk8s-cli installs from the registry of npm, for apps that have no node_modules. */
const PLUGIN_FROM_REGISTRY = 'cdk8s-ai-workloads';

const NODE = 'Node.js 20.16 or newer on the `PATH`';

export const LANGUAGES: { readonly [name in 'typescript' | 'python' | 'go' | 'java']: Language } = {
  typescript: {
    install: 'npm install',
    ciInstall: 'npm ci',
    synth: 'npm run synth',
    test: 'npm test',
    program: 'npx cdk8s-ai',
    lint: 'npx cdk8s-ai lint dist',
    app: 'npx tsx main.ts',
    plugin: './node_modules/cdk8s-ai-workloads',
    source: 'first-group.ts',
    needs: `It needs ${NODE}. Commit \`package-lock.json\`: CI installs what it says.`,
    githubSetup: [],
    gitlabImage: 'node:22',
    gitlabSetup: [],
  },
  python: {
    install: 'python3 -m venv .venv && .venv/bin/pip install --requirement requirements.txt',
    synth: '.venv/bin/python main.py',
    test: '.venv/bin/python -m unittest',
    program: '.venv/bin/cdk8s-ai',
    lint: '.venv/bin/cdk8s-ai lint dist',
    app: '.venv/bin/python main.py',
    plugin: PLUGIN_FROM_REGISTRY,
    source: 'first_group.py',
    needs: `It needs Python 3.9 or newer, and ${NODE}; on Windows, the programs of the environment are in \`.venv\\Scripts\`.`,
    githubSetup: ['- uses: actions/setup-python@v5', '  with: {python-version: "3.12"}'],
    gitlabImage: 'node:22',
    gitlabSetup: ['- apt-get update && apt-get install --yes python3-venv'],
  },
  go: {
    install: 'go mod tidy',
    ciInstall: 'go mod download',
    synth: 'go run .',
    test: 'go test ./...',
    program: FROM_REGISTRY,
    lint: `${FROM_REGISTRY} lint dist`,
    app: 'go run .',
    plugin: PLUGIN_FROM_REGISTRY,
    source: 'first_group.go',
    needs: `It needs Go 1.25 or newer, and ${NODE}. Commit \`go.sum\`: CI installs what it says.`,
    githubSetup: ['- uses: actions/setup-go@v5', '  with: {go-version-file: go.mod}'],
    gitlabImage: 'golang:1.25-trixie',
    gitlabSetup: ['- apt-get update && apt-get install --yes nodejs npm'],
  },
  java: {
    install: 'mvn --batch-mode --quiet compile',
    synth: 'mvn --batch-mode --quiet compile exec:java',
    test: 'mvn --batch-mode --quiet test',
    program: FROM_REGISTRY,
    lint: `${FROM_REGISTRY} lint dist`,
    app: 'mvn --batch-mode --quiet compile exec:java',
    plugin: PLUGIN_FROM_REGISTRY,
    source: 'src/main/java/org/example/FirstGroup.java',
    needs: `It needs Java 17 or newer, Maven, and ${NODE}.`,
    githubSetup: ['- uses: actions/setup-java@v4', '  with: {distribution: temurin, java-version: 17, cache: maven}'],
    gitlabImage: 'node:22',
    gitlabSetup: ['- apt-get update && apt-get install --yes maven'],
  },
};

export type LanguageName = keyof typeof LANGUAGES;
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as LanguageName[];

/** Where each build server looks for its configuration. */
export const CI = { github: '.github/workflows/manifests.yml', gitlab: '.gitlab-ci.yml' };

export type CiName = keyof typeof CI;
export const CI_NAMES = Object.keys(CI) as CiName[];
