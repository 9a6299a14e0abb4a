import * as fs from 'fs';
import * as path from 'path';
import { apiModule } from './api-types';
import { MINORS } from '../harness/api-server';

/** Kinds of earlier releases that no supported minor serves: `<removed in> [<apiVersion> <kind> instead]`, by `<apiVersion> <kind>`. */
export type Retired = Readonly<Record<string, string>>;

/**
 * Kinds whose types have left the module of the API types too, so that only its history knows them.
 * Source: https://kubernetes.io/docs/reference/using-api/deprecation-guide/
 */
const FORGOTTEN: Retired = {
  'autoscaling/v2beta1 HorizontalPodAutoscaler': '1.25 autoscaling/v2 HorizontalPodAutoscaler',
  'autoscaling/v2beta2 HorizontalPodAutoscaler': '1.26 autoscaling/v2 HorizontalPodAutoscaler',
  'extensions/v1beta1 PodSecurityPolicy': '1.16',
  'policy/v1beta1 PodSecurityPolicy': '1.25',
  'batch/v2alpha1 CronJob': '1.21 batch/v1 CronJob',
};

/** What the types say about their own end: some stay in the module long after the last server that served them. */
export async function retiredKinds(): Promise<Retired> {
  const folder = await apiModule(MINORS[0]);
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => path.basename(file) === 'zz_generated.prerelease-lifecycle.go').sort();
  const found = files.flatMap(file => {
    const versionFolder = path.join(folder, path.dirname(file));
    const [, group] = /const GroupName = "([^"]*)"/.exec(fs.readFileSync(path.join(versionFolder, 'register.go'), 'utf8'))!;
    const version = path.basename(versionFolder);
    return Object.entries(readLifecycle(fs.readFileSync(path.join(folder, file), 'utf8'), MINORS[0]))
      .map(([kind, text]) => [`${group === '' ? version : `${group}/${version}`} ${kind}`, text]);
  });
  return { ...FORGOTTEN, ...Object.fromEntries(found) };
}

/** Kinds that were removed at the minor or before. */
export function readLifecycle(text: string, minor: string): Record<string, string> {
  const removed = [...text.matchAll(/^func \(in \*(\w+)\) APILifecycleRemoved\(\) .*\n\treturn (\d+), (\d+)/gm)]
    .filter(([, kind, , release]) => !kind.endsWith('List') && Number(release) <= Number(minor.split('.')[1]));
  // One of them names the list of the kind by mistake.
  const instead = new Map([...text.matchAll(/^func \(in \*(\w+)\) APILifecycleReplacement\(\) .*\n\treturn .*\{Group: "([^"]*)", Version: "([^"]*)", Kind: "([^"]*)"/gm)]
    .map(([, kind, group, version, name]) => [kind, ` ${group === '' ? version : `${group}/${version}`} ${name.replace(/List$/, '')}`]));
  return Object.fromEntries(removed.map(([, kind, major, release]) => [kind, `${major}.${release}${instead.get(kind) ?? ''}`]));
}
