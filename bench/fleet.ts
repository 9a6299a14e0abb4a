import * as fs from 'fs';

/**
 * What a team that serves and trains models applies: a Deployment with GPUs, its claim, Service, autoscaler and budget; a group of leader and workers; an indexed Job. Of each
 * seven objects several get advice, and one in ten objects has a mistake: an autoscaler by CPU, or a Job without memory.
 */
export function writeFleet(file: string, objects: number): void {
  const out = fs.openSync(file, 'w');
  try {
    fs.writeSync(out, fleet(objects).join(''));
  } finally {
    fs.closeSync(out);
  }
}

/** Whether a document is of a kind that Kubernetes itself does not have. */
export function isExtension(text: string): boolean {
  return text.includes('kind: LeaderWorkerSet');
}

/** The documents of a fleet, each with its separator. */
export function fleet(objects: number): string[] {
  const documents: string[] = [];
  for (let index = 0; documents.length < objects; index++) {
    documents.push(...round(index));
  }
  return documents.slice(0, objects);
}

function round(index: number): string[] {
  const name = `llm-${index}`;
  return [claim(name), deployment(name), service(name), autoscaler(name, index), budget(name), group(name, index), job(name, index)];
}

const document = (apiVersion: string, kind: string, name: string, body: string) =>
  `---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: serving\n  labels:\n    app.kubernetes.io/name: ${name}\n    app.kubernetes.io/part-of: models\n${body}`;

const deployment = (name: string) => document('apps/v1', 'Deployment', name, `spec:
  progressDeadlineSeconds: 2400
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 0
      maxUnavailable: 1
  template:
    metadata:
      labels:
        app.kubernetes.io/name: ${name}
        app.kubernetes.io/part-of: models
    spec:
      terminationGracePeriodSeconds: 120
      nodeSelector:
        nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3
      tolerations:
        - key: nvidia.com/gpu
          operator: Exists
          effect: NoSchedule
      containers:
        - name: vllm
          image: vllm/vllm-openai:v0.10.2
          args:
            - --model=meta-llama/Llama-3.1-8B-Instruct
            - --served-model-name=llama
            - --tensor-parallel-size=1
            - --gpu-memory-utilization=0.9
            - --port=8000
          env:
            - name: HF_HOME
              value: /models
            - name: HF_TOKEN
              valueFrom:
                secretKeyRef:
                  name: hugging-face
                  key: token
          ports:
            - name: http
              containerPort: 8000
          resources:
            requests:
              cpu: "8"
              memory: 64Gi
              nvidia.com/gpu: "1"
            limits:
              memory: 64Gi
              nvidia.com/gpu: "1"
          startupProbe:
            httpGet:
              path: /health
              port: http
            periodSeconds: 10
            failureThreshold: 180
          readinessProbe:
            httpGet:
              path: /health
              port: http
          lifecycle:
            preStop:
              sleep:
                seconds: 15
          volumeMounts:
            - name: models
              mountPath: /models
            - name: shm
              mountPath: /dev/shm
      volumes:
        - name: models
          persistentVolumeClaim:
            claimName: ${name}
        - name: shm
          emptyDir:
            medium: Memory
            sizeLimit: 8Gi
`);

const service = (name: string) => document('v1', 'Service', name, `spec:
  selector:
    app.kubernetes.io/name: ${name}
  ports:
    - name: http
      port: 80
      targetPort: http
`);

/** In two of three rounds by what waits; in one by the processor, which is a mistake for an engine on a GPU. */
const autoscaler = (name: string, index: number) => document('autoscaling/v2', 'HorizontalPodAutoscaler', name, `spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: ${name}
  minReplicas: 2
  maxReplicas: 8
  metrics:
${index % 3 === 0 ? `    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: 80
` : `    - type: Pods
      pods:
        metric:
          name: vllm:num_requests_waiting
        target:
          type: AverageValue
          averageValue: "10"
`}`);

const claim = (name: string) => document('v1', 'PersistentVolumeClaim', name, `spec:
  accessModes:
    - ReadOnlyMany
  storageClassName: filestore
  resources:
    requests:
      storage: 200Gi
`);

const budget = (name: string) => document('policy/v1', 'PodDisruptionBudget', name, `spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
`);

const group = (name: string, index: number) => document('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', `${name}-large`, `spec:
  replicas: ${1 + index % 3}
  leaderWorkerTemplate:
    size: 2
    restartPolicy: RecreateGroupOnPodRestart
    leaderTemplate:
      metadata:
        labels:
          role: leader
      spec:
${vllmOfGroup('bash /vllm-workspace/examples/online_serving/multi-node-serving.sh leader --ray_cluster_size=$(LWS_GROUP_SIZE); exec vllm serve meta-llama/Llama-3.1-405B-Instruct --port 8080 --tensor-parallel-size 8 --pipeline_parallel_size 2')}
    workerTemplate:
      spec:
${vllmOfGroup('exec bash /vllm-workspace/examples/online_serving/multi-node-serving.sh worker --ray_address=$(LWS_LEADER_ADDRESS)')}
`);

const vllmOfGroup = (script: string) => `        containers:
          - name: vllm
            image: vllm/vllm-openai:v0.10.2
            command:
              - sh
              - -c
              - ${JSON.stringify(script)}
            resources:
              requests:
                cpu: "32"
                memory: 1100Gi
                nvidia.com/gpu: "8"
              limits:
                memory: 1100Gi
                nvidia.com/gpu: "8"
            volumeMounts:
              - name: dshm
                mountPath: /dev/shm
        volumes:
          - name: dshm
            emptyDir:
              medium: Memory
              sizeLimit: 15Gi`;

/** One in three asks for no memory. */
const job = (name: string, index: number) => document('batch/v1', 'Job', `${name}-train`, `spec:
  completionMode: Indexed
  completions: 4
  parallelism: 4
  backoffLimit: 8
  podReplacementPolicy: Failed
  template:
    metadata:
      labels:
        job: ${name}-train
    spec:
      restartPolicy: Never
      subdomain: ${name}
      containers:
        - name: trainer
          image: registry.example/trainer:1.${index % 30}
          command:
            - torchrun
            - --nnodes=4
            - --nproc-per-node=8
            - --rdzv-backend=c10d
            - --rdzv-endpoint=${name}-train-0.${name}:29500
            - train.py
          resources:
            requests:
              cpu: "16"
${index % 3 === 1 ? '' : '              memory: 512Gi\n'}              nvidia.com/gpu: "8"
            limits:
${index % 3 === 1 ? '' : '              memory: 512Gi\n'}              nvidia.com/gpu: "8"
          volumeMounts:
            - name: shm
              mountPath: /dev/shm
      volumes:
        - name: shm
          emptyDir:
            medium: Memory
            sizeLimit: 32Gi
`);
