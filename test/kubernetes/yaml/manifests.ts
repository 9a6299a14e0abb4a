/** Manifests as people write them. */
export const MANIFESTS: readonly string[] = [`apiVersion: apps/v1
kind: Deployment
metadata:
  name: llm
  namespace: prod
  labels: {app: llm, "tier": 'gpu'}
  annotations:
    example.com/note: "a: b # c"
spec:
  replicas: 2
  selector:
    matchLabels:
      app: llm
  template:
    metadata:
      labels: &labels
        app: llm
    spec:
      containers:
      - name: main
        image: registry.example/llm:1.0
        args: ["--port", "8080", '--name=x']
        command:
        - sh
        - -c
        - |
          set -e
          exec serve "$@"
        env:
        - {name: A, value: "1"}
        - name: B
          value: >-
            folded
            text
        resources:
          limits: {nvidia.com/gpu: 1, memory: 16Gi}
          requests:
            cpu: 500m
`, `# A service, and what belongs to it
apiVersion: v1
kind: Service
metadata:
  name: llm
spec:
  clusterIP: None
  selector: {app: llm}
  ports:
  - name: http
    port: 80
    targetPort: 8080
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: config
data:
  config.yaml: |
    a: 1
      b: [2

    c: "d"
  folded: >
    one
    two

      three
  empty: ""
  octal: "0644"
binaryData:
  x: aGVsbG8=
`, `base: &base
  image: "busybox:1.36"
  env: [{name: A, value: "x"}, {name: B}]
items:
- <<: *base
  name: one
-
  <<: [*base]
  name: 'it''s'
- ? name
  : two
  on: yes
  mode: 0644
- "quoted key": "\\u00e9\\t\\x41"
  nothing:
  tilde: ~
  list:
  - - 1
    - 2.5
  -   - -3
      # a comment
      - 1e3
`];
