import * as fs from 'fs';
import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { inputFiles } from '../../../src/lint/input/paths';
import { lint } from '../../../src/lint/run/lint';

const PLACES = ['test/lint/run', 'src/lint/rules', 'cluster/tests'].filter(place => fs.existsSync(place));

test.each(PLACES)('whoever is told that something is wrong is told what to do: everything that is found in %s', place => {
  const { findings } = lint(inputFiles([place]), { clusters: [DEFAULT_CLUSTER] });
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.filter(({ help }) => help === undefined || help === '').map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
});
