import * as fs from 'fs';
import * as path from 'path';
import { machineForEachTest } from './fake-go';
import { moduleDirectory } from '../harness/binaries';
import { allCrdSources, crdSources, customResourceDefinitions, definitionsOf, documentsIn, folderOf } from '../harness/crds';
import { Oracle } from '../harness/oracle';
import { CLUSTER } from '../harness/paths';
import { RULES_FILE, STRUCTURES_FILE, printRules, printStructures } from '../measured-tables/custom/file';
import { structuresOfList } from '../measured-tables/custom/structures';

describe('the definitions of custom resources', () => {
  test('are those of the list, each with a version that is stored and none that needs a conversion webhook', async () => {
    const definitions = await customResourceDefinitions();
    expect(definitions.map(({ metadata }) => metadata.name)).toEqual(crdSources().map(({ name }) => name));
    for (const { metadata, spec } of definitions) {
      expect([metadata.name, spec.versions.filter((version: { storage: boolean }) => version.storage)]).toEqual([metadata.name, [expect.anything()]]);
      expect([metadata.name, spec.conversion?.strategy ?? 'None']).toEqual([metadata.name, 'None']);
    }
  });

  test('that nobody installs are there for their structure: each module and version is one of a release, none needs a conversion webhook', async () => {
    const sources = allCrdSources().filter(({ install }) => install === false);
    const definitions = await definitionsOf(sources);
    expect(definitions.map(({ metadata }) => metadata.name)).toEqual(sources.map(({ name }) => name));
    expect(definitions.map(({ spec }) => spec.conversion?.strategy ?? 'None')).toEqual(sources.map(() => 'None'));
    const releases = allCrdSources().map(({ name, module, version, channel }) => [name, module, version, channel].join(' '));
    expect(new Set(releases).size).toBe(releases.length);
  });

  test('are the ones whose structures are committed', async () => {
    const structures = await structuresOfList();
    expect(fs.readFileSync(STRUCTURES_FILE, 'utf8')).toBe(printStructures(structures));
    expect(fs.readFileSync(RULES_FILE, 'utf8')).toBe(printRules(structures));
  });

  test('can be asked for by name; a name that is not in the list is an error that shows the list', async () => {
    const [jobset] = await customResourceDefinitions(['jobsets.jobset.x-k8s.io']);
    expect(jobset.spec.names.kind).toBe('JobSet');
    await expect(customResourceDefinitions(['jobs.example'])).rejects.toThrow(/jobs\.example is not in .*jobsets\.jobset\.x-k8s\.io/);
  });

  test("carry the patch of their project: KEDA bounds an autoscaler's window", async () => {
    const [keda] = await customResourceDefinitions(['scaledobjects.keda.sh']);
    const { properties } = keda.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.advanced.properties.horizontalPodAutoscalerConfig;
    expect(properties.behavior.properties.scaleDown.properties.stabilizationWindowSeconds).toMatchObject({ minimum: 0, maximum: 3600 });
  });

  test('read the same in Go, which writes and installs them', async () => {
    const oracle = await Oracle.start();
    try {
      for (const source of allCrdSources()) {
        const { name } = source;
        const read = path.join(await folderOf(source), source.path);
        expect({ name, documents: await oracle.yaml(fs.readFileSync(read, 'utf8')) }).toEqual({ name, documents: documentsIn(read) });
      }
    } finally {
      await oracle.stop();
    }
  });

  test("LeaderWorkerSet's is of the release that its controller is built from", () => {
    const { module, version } = crdSources().find(({ name }) => name.startsWith('leaderworkersets.'))!;
    expect(fs.readFileSync(path.join(CLUSTER, 'leader-worker-set/go.mod'), 'utf8')).toContain(`require ${module} ${version}\n`);
  });

  test('that are made of Go types are made of those of the release in the list', () => {
    const made = allCrdSources().filter(({ types }) => types !== undefined);
    expect(made.map(({ name }) => name)).toContain('podchaos.chaos-mesh.org');
    for (const { module, version, sum, types } of made) {
      expect(types!.startsWith(`${module}/`)).toBe(true);
      expect(fs.readFileSync(path.join(CLUSTER, 'controller-gen/go.sum'), 'utf8')).toContain(`${module} ${version} ${sum}\n`);
    }
  });
});

describe('a Go module', () => {
  const machine = machineForEachTest();

  /** Installs a `go` that "downloads" a module with this sum. */
  function offer(sum: string, error = ''): string {
    const modules = path.join(machine.folder, 'mod');
    const directory = path.join(modules, 'example.org/!crd@v1.0.0');
    fs.mkdirSync(directory, { recursive: true });
    const answer = JSON.stringify({ Zip: path.join(modules, 'cache/download/example.org/!crd/@v/v1.0.0.zip'), Sum: sum, ...error && { Error: error } });
    machine.install({ download: `echo '${answer}'; exit ${error ? 1 : 0}` });
    return directory;
  }

  test('is looked up once; after that its folder is known without go', async () => {
    const directory = offer('h1:right=');
    await expect(moduleDirectory('example.org/CRD', 'v1.0.0', 'h1:right=')).resolves.toBe(directory);
    await expect(moduleDirectory('example.org/CRD', 'v1.0.0', 'h1:right=')).resolves.toBe(directory);
    expect(machine.calls()).toHaveLength(1);
  });

  test('with another sum than the pinned one is refused, now and whenever it is used', async () => {
    offer('h1:right=');
    const refused = 'example.org/CRD@v1.0.0 has the sum h1:right=, but h1:wrong= is pinned';
    await expect(moduleDirectory('example.org/CRD', 'v1.0.0', 'h1:wrong=')).rejects.toThrow(refused);
    await moduleDirectory('example.org/CRD', 'v1.0.0', 'h1:right=');
    await expect(moduleDirectory('example.org/CRD', 'v1.0.0', 'h1:wrong=')).rejects.toThrow(refused);
  });

  test('whose folder was deleted is fetched again', async () => {
    fs.rmSync(offer('h1:right='), { recursive: true });
    await expect(moduleDirectory('example.org/CRD', 'v1.0.0', 'h1:right=')).rejects.toThrow('go mod download example.org/CRD@v1.0.0 failed');
    offer('h1:right=');
    await moduleDirectory('example.org/CRD', 'v1.0.0', 'h1:right=');
    expect(machine.calls()).toHaveLength(2);
  });

  test('that wants a newer Go than this is taken all the same: its files are data here', async () => {
    const directory = offer('h1:right=', 'example.org/CRD@v1.0.0 requires go >= 1.99.0 (running go 1.26.8; GOTOOLCHAIN=local)');
    await expect(moduleDirectory('example.org/CRD', 'v1.0.0', 'h1:right=')).resolves.toBe(directory);
  });

  test('that no go.sum pins needs a sum', async () => {
    await expect(moduleDirectory('example.org/CRD', 'v1.0.0')).rejects.toThrow('example.org/CRD v1.0.0 is in no go.sum');
  });
});
