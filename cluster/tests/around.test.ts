import { ApiObject } from 'cdk8s';
import { send } from './accepted/send';
import { KubernetesVersion, Target } from '../../src';
import { ALL, SURROUNDINGS, classOf, tried } from '../../test/surroundings/ways';
import { Minor, MINORS } from '../harness/api-server';
import { ApiServers } from '../harness/api-servers';
import { Manifest } from '../harness/manifest';

/*
 * Every surrounding around every workload that it takes: what comes of it, the workload included, is accepted whole by the servers of all minors.
 */

let servers: ApiServers;

beforeAll(async () => {
  process.env.CDK8S_AI_WORKLOADS_FAIL_FAST = '1';
  servers = await ApiServers.start(__filename);
}, 300_000);

afterAll(async () => {
  delete process.env.CDK8S_AI_WORKLOADS_FAIL_FAST;
  await servers?.stop();
});

/** Objects of all workloads that it goes around; the same one is sent once. What the checks of a synth would say is not asked: a port of no container, for one. */
function objectsAround(surrounding: string, minor: Minor): Manifest[] {
  const made = Object.values(ALL).flatMap(make => {
    const { way, app } = tried(surrounding, make, chart => Target.define(chart, { kubernetes: minor as KubernetesVersion }));
    const objects = app.node.findAll().filter(each => ApiObject.isApiObject(each)) as ApiObject[];
    return way === undefined ? [] : objects.map(object => object.toJson() as Manifest);
  });
  return [...new Map(made.map(object => [JSON.stringify(object), object])).values()];
}

/** What each server was sent before and took whole: most surroundings leave the workload's own objects as they are. */
const taken = new Set<string>();

async function problemsOf(minor: Minor, objects: readonly Manifest[]): Promise<readonly string[]> {
  const keyOf = (object: Manifest) => `${minor} ${JSON.stringify(object)}`;
  const others = objects.filter(object => !taken.has(keyOf(object)));
  const { problems } = await send(servers.of(minor), others);
  others.filter(() => problems.length === 0).forEach(object => taken.add(keyOf(object)));
  return problems;
}

describe.each(SURROUNDINGS.map(surrounding => [classOf(surrounding), surrounding]))('%s around every workload', (_, surrounding) => {
  test.each(MINORS)('is accepted whole by %s', async minor => {
    const objects = objectsAround(surrounding, minor);
    expect(await problemsOf(minor, objects)).toEqual([]);
    expect(objects).not.toEqual([]);
  });
});
