import * as fs from 'fs';
import * as path from 'path';
import * as fc from 'fast-check';
import { isObject, PlainObject } from '../../../src/base/plain';
import { readDocuments } from '../../../src/kubernetes/yaml/read';

const LINT = path.join(__dirname, '../../../src/lint');

function filesBelow(folder: string): string[] {
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /fixtures.*\.ya?ml$/.test(name)).sort().map(name => path.join(folder, name));
}

/** Valid and invalid manifests of every kind that a rule checks, from the fixtures. */
const TEXTS: readonly Buffer[] = [...filesBelow(path.join(LINT, 'rules')), ...filesBelow(path.join(LINT, 'changes'))].map(file => fs.readFileSync(file));

const BODIES: readonly PlainObject[] = TEXTS.flatMap(text => [...readDocuments(text)].flatMap(document => ('value' in document && isObject(document.value) ? [document.value] : [])));

export const fixtureText: fc.Arbitrary<Buffer> = fc.nat(TEXTS.length - 1).map(index => TEXTS[index]);
export const fixtureBody: fc.Arbitrary<PlainObject> = fc.nat(BODIES.length - 1).map(index => BODIES[index]);

/** Two related objects with a known mistake: the Service selects nothing. */
export const APP = `apiVersion: apps/v1
kind: Deployment
metadata: {name: llm, namespace: ml}
spec:
  selector: {matchLabels: {app: llm}}
  template:
    metadata: {labels: {app: llm}}
    spec:
      containers:
      - {name: server, image: "registry.example/server:1", envFrom: [{secretRef: {name: hf-token}}]}
---
apiVersion: v1
kind: Service
metadata: {name: router, namespace: ml}
spec:
  selector: {app: llm-router}
  ports: [{port: 80}]
`;
