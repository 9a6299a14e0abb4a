/*
 * Loaded by jest before each test file when the environment names a folder for records: writes what the tests compare with their snapshots, as JSON.
 * The .snap files hold the same, but in a notation that does not escape strings and thus cannot be read back.
 */
import * as fs from 'fs';
import * as path from 'path';
import { Chart } from 'cdk8s';
import type { SnapshotRecord } from './snapshots';
import { Target } from '../../../src/target-cluster/target';
import { RECORDS } from '../recorded';

/** Minor for which a rendered object was written, by identity of the rendered object. Tests define targets on charts or above them. */
const minors = new WeakMap<object, string>();

const toJson = Chart.prototype.toJson;
Chart.prototype.toJson = function (this: Chart) {
  const objects = toJson.call(this);
  const target = Target._definedFor(this);
  if (target) {
    objects.forEach(object => minors.set(object, target.kubernetes));
  }
  return objects;
};

const original = expect;
const file = path.join(process.env[RECORDS]!, `${process.pid}.jsonl`);

function record(received: unknown): void {
  const { testPath, currentTestName } = original.getState();
  const objects = manifestsIn(received).map(object => ({ minor: minors.get(object), object }));
  const line: SnapshotRecord = { file: testPath!, test: currentTestName!, objects: objects as SnapshotRecord['objects'] };
  fs.appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Objects of the API anywhere in a value. */
function manifestsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const { apiVersion, kind, metadata } = value as Record<string, unknown>;
  return apiVersion && kind && metadata ? [value] : Object.values(value).flatMap(manifestsIn);
}

const recording = new Proxy(original, {
  apply: (target, self, [received, ...rest]) => {
    const matchers = Reflect.apply(target, self, [received, ...rest]);
    const { toMatchSnapshot } = matchers;
    matchers.toMatchSnapshot = (...args: unknown[]) => {
      record(received);
      return toMatchSnapshot(...args);
    };
    return matchers;
  },
});
Object.assign(globalThis, { expect: recording });
