/* Loaded by jest before each test file when the environment names a folder for records: writes the pods and templates that the tests have validated, as JSON. */
import * as fs from 'fs';
import * as path from 'path';
import type { Asked } from './asked';
import * as pods from '../../../src/kubernetes/validation/pod/pod';
import * as templates from '../../../src/kubernetes/validation/pod/pod-template';
import { RECORDS } from '../recorded';

const file = path.join(process.env[RECORDS]!, `${process.pid}.jsonl`);

function record(object: object): void {
  const asked: Asked = { object };
  fs.appendFileSync(file, `${JSON.stringify(asked)}\n`);
}

const { validatePod } = pods;
jest.spyOn(pods, 'validatePod').mockImplementation((body, context, errors) => {
  record({ ...body, apiVersion: 'v1', kind: 'Pod' });
  validatePod(body, context, errors);
});

const { validatePodTemplate } = templates;
jest.spyOn(templates, 'validatePodTemplate').mockImplementation((template, place, context, errors) => {
  record({ apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'a' }, template });
  validatePodTemplate(template, place, context, errors);
});
