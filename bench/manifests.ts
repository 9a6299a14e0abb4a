import * as fs from 'fs';

/** Pairs of a Deployment and its Service in one namespace, with probes, resources and variables as usual. About 450 bytes per object. */
export function writePairs(file: string, pairs: number): void {
  const out = fs.openSync(file, 'w');
  try {
    for (let index = 0; index < pairs; index++) {
      fs.writeSync(out, pair(`web-${index}`, index));
    }
  } finally {
    fs.closeSync(out);
  }
}

function pair(name: string, index: number): string {
  return `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: shop
spec:
  replicas: ${2 + index % 4}
  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
        - name: main
          image: registry.example/${name}:1.${index % 30}
          ports:
            - {name: http, containerPort: 8080}
          env:
            - name: REGION
              value: eu-central
            - name: PORT
              value: "${8000 + index}"
          resources:
            requests: {cpu: 500m, memory: 512Mi}
            limits: {memory: 512Mi}
          readinessProbe:
            httpGet: {path: /ready, port: http}
          livenessProbe:
            httpGet: {path: /live, port: http}
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: shop
spec:
  selector: {app: ${name}}
  ports:
    - {name: http, port: 80, targetPort: http}
`;
}
